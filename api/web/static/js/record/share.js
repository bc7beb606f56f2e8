/* Links: to a position, to a whole deal (in the part of the address that is sent to no server); and the share sheet. */
import { RecordError } from "./error.js";
import { fromJSON, toJSON } from "./record.js";

const MARK = "#deal=";
const MOST = 2_000_000; // characters of a record that is unpacked from a link

const through = async (bytes, stream) => {
  const written = stream.writable.getWriter();
  const writing = (async () => {
    await written.write(bytes);
    await written.close();
  })();
  const parts = [];
  let length = 0;
  const reader = stream.readable.getReader();
  for (;;) {
    const { value, done } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > MOST) {
      writing.catch(() => undefined);
      await reader.cancel();
      throw new RecordError("bad_link");
    }
    parts.push(value);
  }
  await writing;
  return new Uint8Array(await new Blob(parts).arrayBuffer());
};

const base64 = (bytes) => {
  let text = "";
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return btoa(text).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
};
const bytesOf = (text) => Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (one) => one.charCodeAt(0));

/** The address of a position: its line opens with the table. */
export const positionLink = (line) => `${location.origin}/?position=${encodeURIComponent(line)}`;

/** The address of a whole deal, with everybody's names and every event. */
export async function dealLink(record) {
  const bytes = new TextEncoder().encode(JSON.stringify(JSON.parse(toJSON(record))));
  return `${location.origin}/${MARK}${base64(await through(bytes, new CompressionStream("deflate-raw")))}`;
}

/** Does an address hold a deal? */
export const holdsDeal = (hash) => hash.startsWith(MARK);

/** The record that an address (its hash) holds. Throws RecordError; `bad_link` for one that is cut off or no link. */
export async function dealOfLink(hash) {
  let text;
  try {
    const bytes = await through(bytesOf(hash.slice(MARK.length)), new DecompressionStream("deflate-raw"));
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new RecordError("bad_link");
  }
  return fromJSON(text);
}

/** Can this browser hand something to other apps? */
export const canShare = () => typeof navigator.share === "function";

/** Hands a link or a file to the system's share sheet; "shared", "cancelled", or "copied" where there is no such sheet. */
export async function share({ title, url, file }) {
  const told = file ? { title, files: [file] } : { title, url };
  if (canShare() && (!file || navigator.canShare?.(told))) {
    try {
      await navigator.share(told);
      return "shared";
    } catch (error) {
      if (error.name === "AbortError") return "cancelled";
    }
  }
  await navigator.clipboard.writeText(url);
  return "copied";
}
