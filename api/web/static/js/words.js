/* Words in the page's language; numbers with their plural. */
const words = JSON.parse(document.getElementById("words").textContent);
export const language = document.documentElement.lang;
const plurals = new Intl.PluralRules(language);

/** Cards as they are read out, by code. */
export const cardNames = words.card_names;

/** A word or sentence, with its places filled in. */
export const t = (key, values) => filled(words[key] ?? key, values);

/** A text with its places filled in. */
export const filled = (text, values = {}) => text.replace(/\{(\w+)\}/g, (place, name) => values[name] ?? place);

/** A number with its noun: 1 point, 2 points. */
export function count(key, number) {
  const forms = words[key];
  return (forms[plurals.select(number)] ?? forms.other).replace("{n} ", `${number}\u00a0`).replace("{n}", number);
}

/** The fields of a position or an opponent: name, kind, tag in the position line. */
export const fieldsOf = (record) => words.fields[record];

/** A parameter of a profile on which it depends what the form shows. */
export const fact = (profile, name, changed = {}) => (name in changed ? changed[name] : words.facts[profile]?.[name]);
export const percent = (share) => new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: 0 }).format(share);
const signs = new Intl.NumberFormat(language, { maximumFractionDigits: 1 });
/** A number with a decimal. */
export const figure = (number) => signs.format(Math.round(number * 10) / 10 || 0).replace("-", "−");
