/* Types of zolik-client.js and of what the service is asked and answers, made of its OpenAPI document:
 * `python -m api.typings`. */

/** What the service answers in place of an answer: status, code, detail, and errors with their pointers. */
export class ZolikProblem extends Error {
  readonly status: number;
  readonly code: string;
  readonly detail: string;
  readonly errors: BadField[];
  /** After how many seconds to ask again, where the service has told. */
  readonly retryAfter: number | null;
}

/** The key where the operator has set some; milliseconds until a call is given up (30,000); how often a busy service
 * is asked again, after it has told how long to wait (3). */
export interface ZolikOptions {
  key?: string;
  timeout?: number;
  retries?: number;
}

/** A service at an address. Its calls throw ZolikProblem, and TypeError where it cannot be reached. */
export class Zolik {
  constructor(address: string, options?: ZolikOptions);
  /** The best first opening. */
  opening(asked: Position): Promise<OpeningAnswer>;
  /** Can the player close this turn, and from hand?. */
  closing(asked: Position): Promise<ClosingAnswer>;
  /** The least penalty after this turn. */
  penalty(asked: Position): Promise<PenaltyAnswer>;
  /** The whole turn: ranked plans. */
  turn(asked: Turn): Promise<TurnAnswer>;
  /** Distances, accepting cards, and what each throw leaves. */
  outlook(asked: Position): Promise<OutlookAnswer>;
  /** Are melds or actions legal?. */
  check(asked: Check): Promise<CheckAnswer>;
  /** What a deal that has ended costs each player. */
  score(asked: Score): Promise<ScoreAnswer>;
  /** One rule set with every parameter, or all of them. */
  rules(ruleSet: ProfileId): Promise<Profile>;
  rules(): Promise<ProfileList>;
  /** The answer of a call by its name. */
  ask<Name extends keyof Calls>(call: Name, body: Calls[Name]["asked"]): Promise<Calls[Name]["answered"]>;
  /** Up to 1000 calls at once; each result is an answer, or a problem with its status. */
  batch(requests: readonly BatchItem[]): Promise<BatchResult[]>;
  /** The same, each result as soon as it is known. */
  stream(requests: readonly BatchItem[]): AsyncGenerator<BatchResult, void, undefined>;
}

/** What each call is asked and answers. */
export interface Calls {
  opening: { asked: Position; answered: OpeningAnswer };
  closing: { asked: Position; answered: ClosingAnswer };
  penalty: { asked: Position; answered: PenaltyAnswer };
  turn: { asked: Turn; answered: TurnAnswer };
  outlook: { asked: Position; answered: OutlookAnswer };
  check: { asked: Check; answered: CheckAnswer };
  score: { asked: Score; answered: ScoreAnswer };
}

/** A meld on the table. */
export interface TableMeld {
  /** its name; absent: m1, m2 … */
  id?: string;
  /** "me" or an opponent's name */
  owner: string;
  /** in meld order, jokers at the place of the card that they stand for */
  cards: readonly CardInput[] | string;
  /** for cards that read both ways */
  kind?: MeldKind;
  /** is it the pure run that opened; absent or null: not known */
  opening_run?: boolean | null;
}

/** The draw of this turn. */
export interface Drawn {
  /** where from */
  from: "stock" | "discard" | "bottom" | "none";
  /** the card, which is already in the hand */
  card?: CardInput | null;
}

/** What is seen of an opponent. */
export interface Opponent {
  /** the opponent's name */
  name: string;
  /** how many cards he holds; absent: not told */
  cards?: number | null;
  /** has he opened; absent: whether a meld on the table is his */
  opened?: boolean;
  /** cards that he took face up and still holds */
  picked?: readonly CardInput[] | string;
  /** cards that he has thrown in this deal, wherever they are now */
  thrown?: readonly CardInput[] | string;
}

/** A player when the round ends. */
export interface Player {
  /** the player's name */
  name: string;
  /** the cards left in his hand */
  hand: readonly CardInput[] | string;
  /** has he opened; default: true for who closed, else false */
  opened?: boolean;
  /** his penalty points before this deal */
  total?: number | null;
}

/** A meld that a player wants to lay. */
export interface MeldInput {
  /** in meld order, jokers at the place of the card that they stand for */
  cards: readonly CardInput[] | string;
  /** for cards that read both ways */
  kind?: MeldKind | null;
  /** as in answers; not believed */
  stands_for?: { [name: string]: unknown };
  /** as in answers; not believed */
  points?: number;
  /** as in answers; not believed */
  pure?: boolean;
}

/** A position, and how the answer is wanted. Either `hand` or `position` is required. */
export interface Position {
  /** a position in one line, in place of the fields; further fields override it */
  position?: string;
  /** profile id, or an object of overrides with its base; default zoliky-online */
  rules?: ProfileId | RulesOverride;
  /** the player's cards */
  hand?: readonly CardInput[] | string;
  /** the melds on the table */
  table?: readonly TableMeld[];
  /** the player's turn number in this deal; default: the round after laying becomes allowed */
  round?: number;
  /** has the player opened in an earlier turn; default: whether a meld on the table is his */
  opened?: boolean;
  /** did the player start the deal */
  starter?: boolean;
  /** is this turn's draw still to come, is it done, or is there no turn (a hand to learn from); absent or null: inferred, and echoed in the answer */
  phase?: Phase | null;
  /** the draw of this turn; absent: not told, see phase */
  drawn?: Drawn | null;
  /** the discard pile, top card last */
  discard_pile?: readonly CardInput[] | string;
  /** the face-up card under the stock */
  bottom_card?: CardInput | null;
  /** how many cards are left in the stock; absent: not told */
  stock_left?: number | null;
  /** the opponents, the next player first */
  opponents?: readonly Opponent[];
  /** who threw the top card of the discard pile */
  top_discard_by?: string | null;
  /** a joker was thrown in this round of turns, nobody may close */
  closing_barred?: boolean;
  /** other cards known to be out of play */
  seen?: readonly CardInput[] | string;
  /** how many further answers are wanted */
  alternatives?: number;
  /** of all texts; absent: by Accept-Language */
  language?: Language;
  /** of all cards in the answer */
  notation?: Notation;
  /** the solver's budget in milliseconds */
  time_ms?: number;
}

/** A position, and by what its turns are ranked. Either `hand` or `position` is required. */
export interface Turn extends Position {
  /** by what the plans are ranked; default strength */
  objective?: "strength" | "penalty" | "points" | "cards" | "close";
}

/** A position, and what the player wants to do: either `melds` or `actions`; either `hand` or `position`. */
export interface Check extends Position {
  /** the melds that the player wants to lay */
  melds?: readonly MeldInput[];
  /** the turn, action by action; without a discard: judged as far as it goes */
  actions?: readonly ActionInput[];
}

/** The end of a round: who closed, and what the players hold. */
export interface Score {
  /** profile id, or an object of overrides with its base; default zoliky-online */
  rules?: ProfileId | RulesOverride;
  /** the name of who closed */
  closer: string;
  /** was it a close from hand */
  from_hand?: boolean;
  /** was it a close that earns the profile's bonus */
  special?: boolean;
  /** the deal's number in the game */
  deal?: number | null;
  /** the name of who started the deal */
  starter?: string | null;
  /** the players, in the order in which they sit */
  players: readonly Player[];
  /** of all texts; absent: by Accept-Language */
  language?: Language;
  /** of all cards in the answer */
  notation?: Notation;
}

/** A card, as a text (`10D`, `♦10`, `JK` …) or with the caller's own id, which comes back so. */
export type CardInput = string | CardWithIdInput;

/** A card with the caller's own id. */
export interface CardWithIdInput {
  card: string;
  id?: string | number;
}

export type Language = "en" | "cs" | "sk";

export type Notation = "ascii" | "unicode" | "emoji";

export type ProfileId = "zoliky-online" | "joker-club" | "wikipedia" | "family" | "tournament";

/** One action of a turn. */
export type ActionInput = DrawActionInput | MeldActionInput | LayoffActionInput | ExchangeActionInput | RearrangeActionInput | DiscardActionInput | ReturnActionInput;

/** Draw a card. */
export interface DrawActionInput {
  type: "draw";
  /** where from */
  from: "stock" | "discard" | "bottom";
  /** the card, if it is known */
  card?: CardInput | null;
}

/** A meld that a player wants to lay. */
export interface MeldActionInput extends MeldInput {
  type: "meld";
}

/** Lay cards off on a meld. */
export interface LayoffActionInput {
  type: "layoff";
  /** id of a table meld, or new:0, new:1 … */
  meld: string;
  /** the cards */
  cards: readonly CardInput[] | string;
  /** the end of a run; null: a set, or both ends */
  end?: "low" | "high" | null;
}

/** Give the cards that jokers stand for and take the jokers. */
export interface ExchangeActionInput {
  type: "exchange";
  /** id of a table meld, or new:0, new:1 … */
  meld: string;
  /** the natural cards given */
  cards: readonly CardInput[] | string;
  /** how many jokers are taken */
  jokers: number;
}

/** Take melds apart and build new ones. */
export interface RearrangeActionInput {
  type: "rearrange";
  /** the melds taken apart */
  take: readonly string[];
  /** the melds built */
  melds: readonly MeldInput[];
  /** the cards that come from the hand */
  from_hand?: readonly CardInput[] | string;
}

/** Throw a card. */
export interface DiscardActionInput {
  type: "discard";
  /** the card */
  card: CardInput;
  /** does it close; absent or null: not claimed */
  closes?: boolean | null;
  /** does it close from hand; absent or null: not claimed */
  from_hand?: boolean | null;
}

/** Put the taken discard or bottom card back. */
export interface ReturnActionInput {
  type: "return";
  /** the card */
  card: CardInput;
}

/** Many calls at once. An item that is wrong fails for itself. */
export interface Batch {
  requests: readonly (BatchItem | unknown)[];
}

/** A call with its fields. */
export type BatchItem = OpeningItem | ClosingItem | PenaltyItem | TurnItem | OutlookItem | CheckItem | ScoreItem;

/** A position, and how the answer is wanted. Either `hand` or `position` is required. */
export interface OpeningItem extends Position {
  call: "opening";
}

/** A position, and how the answer is wanted. Either `hand` or `position` is required. */
export interface ClosingItem extends Position {
  call: "closing";
}

/** A position, and how the answer is wanted. Either `hand` or `position` is required. */
export interface PenaltyItem extends Position {
  call: "penalty";
}

/** A position, and by what its turns are ranked. Either `hand` or `position` is required. */
export interface TurnItem extends Turn {
  call: "turn";
}

/** A position, and how the answer is wanted. Either `hand` or `position` is required. */
export interface OutlookItem extends Position {
  call: "outlook";
}

/** A position, and what the player wants to do: either `melds` or `actions`; either `hand` or `position`. */
export interface CheckItem extends Check {
  call: "check";
}

/** The end of a round: who closed, and what the players hold. */
export interface ScoreItem extends Score {
  call: "score";
}

/** A profile with some parameters replaced: house rules. */
export interface RulesOverride {
  /** the profile; default zoliky-online */
  base?: ProfileId;
  /** packs of 52 cards in play */
  decks?: number;
  /** jokers in play */
  jokers?: number;
  /** fewest players */
  players_min?: number;
  /** most players */
  players_max?: number;
  /** cards dealt to each player */
  cards_dealt?: number;
  /** the starter is dealt one card more and does not draw in the first turn of the deal */
  starter_extra?: boolean;
  /** jokers among the three cards seen at the cut stay with the cutter and count in his deal: none, all, or one */
  cutting?: "none" | "all_jokers" | "one_joker";
  /** fewest cards in a run */
  run_length_min?: number;
  /** most cards in a run; 14 is from ace to ace */
  run_length_max?: number;
  /** most cards in a set */
  set_size_max?: number;
  /** fewest natural cards in a meld */
  min_naturals?: number;
  /** most jokers in a meld; null: no limit */
  max_jokers_per_meld?: number | null;
  /** each meld has fewer jokers than natural cards */
  jokers_fewer_than_naturals?: boolean;
  /** two jokers may lie side by side in a run */
  adjacent_jokers?: boolean;
  /** points of an ace below the two of a run; null: it may not stand there */
  ace_low?: number | null;
  /** points of an ace above the king of a run; null: it may not stand there */
  ace_high?: number | null;
  /** a run may go on over the ace, from king to two: the ace between them counts as above the king, and a run has at most thirteen cards */
  ace_wraps?: boolean;
  /** points of an ace in a set */
  ace_set?: number;
  /** points of jack, queen and king in a meld */
  court_points?: readonly number[];
  /** what a joker counts in a meld: as the card that it stands for, or nothing */
  joker_points_in_opening?: "stands_for" | "zero";
  /** points that the first opening must reach */
  opening_minimum?: number;
  /** the first opening needs a run without a joker */
  opening_pure_run?: boolean;
  /** the round from which cards may be laid */
  first_laying_round?: number;
  /** in the opening turn, cards laid off on others' melds count for the minimum, judged at the discard */
  layoffs_count?: boolean;
  /** may the pure run that opened get a joker: at once, in a later turn, or never */
  opening_run_joker?: "yes" | "later" | "never";
  /** what the pure run of the opening is laid before: nothing, every meld with a joker, or every other meld */
  pure_run_first?: "no" | "before_jokers" | "yes";
  /** lay-offs are allowed in the opening turn, once the opening is met */
  layoffs_in_opening_turn?: boolean;
  /** whoever has opened may take melds on the table apart and build new ones */
  rearrange?: boolean;
  /** a turn lays for oneself first, then on others' melds; after that only a won joker for oneself */
  order_rule?: boolean;
  /** a set of four natural cards goes from the table under the top discard at the end of the turn */
  fours_to_discard?: boolean;
  /** when the stock runs out the discard pile without its top card is the new stock: turned over, or shuffled */
  stock_refill?: "turn" | "shuffle";
  /** a turn ends with a discard, and the last card is kept for it; optional: a turn that closes may lay that card too, and ends without one */
  ends_with_discard?: boolean | "optional";
  /** the round from which the top discard may be taken */
  discard_from_round?: number;
  /** the top discard may also be taken in round 1, without a duty */
  discard_round_1?: boolean;
  /** in the first round in which discards may be taken, the starter may not */
  discard_not_by_starter_in_first?: boolean;
  /** who has not opened may take the top discard */
  discard_unopened?: boolean;
  /** a discard taken in round 1 may be thrown again in the same turn */
  round_1_return?: boolean;
  /** a taken discard must be laid: in the very next meld or lay-off; in the same turn; in a new meld or together with an own card on one meld; or not at all */
  discard_duty?: "next" | "turn" | "own_card" | "none";
  /** a discard of an opened player that fitted on a table meld by itself may not be taken */
  discard_fitting_forbidden?: boolean;
  /** the face-up card under the stock may be drawn to close from hand: it must be melded, or may also be laid off or thrown; null: there is none */
  bottom?: "meld" | "meld_or_discard" | null;
  /** the melds whose jokers may be exchanged */
  exchange?: "none" | "runs" | "runs_and_sets";
  /** what wins jokers out of a set: all suits that it lacks, laid at once, or each of them one joker */
  exchange_set?: "all_missing" | "any_missing";
  /** who may exchange: whoever has opened, or only from the turn after the opening, or everybody, also before opening */
  exchange_when?: "opened" | "earlier" | "always";
  /** laying off the card that a joker stands for exchanges it by itself */
  exchange_automatic?: boolean;
  /** a joker won by exchange: free, to be laid this turn unless jokers alone remain at the close, or to be laid */
  won_joker?: "free" | "lay_or_close" | "lay";
  /** most jokers that may stay in hand at the close and carry over to the next deal */
  carry_max?: number;
  /** carried jokers count as part of the next deal */
  carried_count_in_deal?: boolean;
  /** the closing discard may be a joker */
  close_with_joker?: boolean;
  /** when a joker may be thrown: like any card, or only as the discard that closes */
  joker_discard?: "free" | "to_close";
  /** once a joker is thrown, nobody closes in that round of turns */
  joker_discard_bars_closing?: boolean;
  /** the round from which a joker may be thrown */
  joker_discard_from_round?: number;
  /** who has not opened may not throw a card that fits on a table meld, unless every card does */
  unopened_fit_ban?: boolean;
  /** what follows when a player lays wrongly: it is told, or he takes the cards back and sits out one round */
  wrong_laying?: "told" | "cards_back_and_sit_out";
  /** lay-offs, exchanges and rearranging on others' melds may be part of a close from hand */
  from_hand_layoffs?: boolean;
  /** when a close from hand is special: never, always, or if no opponent has a meld on the table */
  from_hand_bonus?: "none" | "always" | "no_opponent_meld";
  /** penalty points of an ace left in hand */
  penalty_ace?: number;
  /** penalty points of jack, queen and king left in hand */
  penalty_court?: readonly number[];
  /** penalty points of a joker left in hand */
  penalty_joker?: number;
  /** what a player who never opened scores: his cards, twice his cards, a flat sum, or a flat sum and his jokers */
  unopened_score?: "sum" | "double_sum" | "flat" | "flat_plus_jokers";
  /** the flat sum of a player who never opened */
  unopened_flat?: number;
  /** what opponents score after a special close from hand: as always; a flat sum; a multiple, the flat sum if not opened; or a multiple, opened or not */
  from_hand_score?: "same" | "flat200" | "double_or_200" | "factor";
  /** the multiple that opponents score after a special close from hand */
  from_hand_factor?: number;
  /** the flat sum that opponents score after a special close from hand */
  from_hand_flat?: number;
  /** points in the closer's favour */
  closer_bonus?: number;
  /** points in the favour of who closes from hand */
  closer_bonus_from_hand?: number;
  /** the game ends when a player's account falls to this many points */
  game_end_points?: number | null;
  /** the game ends after this many deals */
  rounds_per_game?: number | null;
  /** a set is shown with red and black alternating */
  set_colours_alternate?: boolean;
}

/** A card as a text, or with the id that the caller gave it. */
export type Card = string | CardWithId;

/** One action of a turn. */
export type Action = DrawAction | MeldAction | LayoffAction | ExchangeAction | RearrangeAction | DiscardAction | ReturnAction;

/** An answer, or the problem in its place. */
export type BatchResult = OpeningAnswer | ClosingAnswer | PenaltyAnswer | TurnAnswer | OutlookAnswer | CheckAnswer | ScoreAnswer | Problem;

export type Phase = "before_draw" | "after_draw" | "free";

export type MeldKind = "run" | "set";

export type PlanKind = "open" | "wait" | "lay" | "hold_back" | "keep_jokers" | "lay_nothing" | "close" | "close_from_hand" | "draw_stock" | "draw_discard" | "draw_bottom" | "return";

export type MeldFate = "kept" | "extended" | "exchanged" | "rearranged" | "new" | "discarded";

/** For the index of each joker its card; in a set with a choice the cards left, `QD|QC`. */
export type StandsFor = { [name: string]: string };

/** A card with the caller's id. */
export interface CardWithId {
  card: string;
  id: string | number;
}

/** A meld. */
export interface Meld {
  kind: MeldKind;
  /** as the meld lies */
  cards: Card[];
  stands_for: StandsFor;
  /** each joker counted as its card */
  points: number;
  /** a run without a joker */
  pure: boolean;
}

/** Draw a card. */
export interface DrawAction {
  /** where from */
  from: "stock" | "discard" | "bottom";
  type: "draw";
  /** the card, if it is known */
  card?: Card;
}

/** Lay a meld. */
export interface MeldAction extends Meld {
  type: "meld";
}

/** Lay cards off. */
export interface LayoffAction {
  type: "layoff";
  /** id of a table meld, or new:0, new:1 … */
  meld: string;
  cards: Card[];
  /** the end of a run; null: a set, or both ends */
  end: "low" | "high" | null;
}

/** Exchange jokers. */
export interface ExchangeAction {
  type: "exchange";
  /** id of a table meld, or new:0, new:1 … */
  meld: string;
  /** the cards given for the jokers */
  cards: Card[];
  /** how many jokers are taken */
  jokers: number;
}

/** Take melds apart and build new ones. */
export interface RearrangeAction {
  type: "rearrange";
  /** ids of the melds taken apart */
  take: string[];
  /** the melds built */
  melds: Meld[];
  /** the cards that come from the hand */
  from_hand: Card[];
}

/** Throw a card. */
export interface DiscardAction {
  type: "discard";
  card: Card;
  /** does the turn close */
  closes: boolean;
  /** does it close from hand */
  from_hand: boolean;
}

/** Put the taken card back. */
export interface ReturnAction {
  type: "return";
  card: Card;
}

/** A fact: its code, the clause behind it, a sentence, what would cure it; and its figures and cards. */
export interface Reason {
  code: string;
  /** a parameter of the profile, or a clause of GET /v1/rules */
  rule: string;
  text: string;
  remedy?: Reason;
  /** Further fields: the figures of the fact. */
  [field: string]: unknown;
}

/** One sentence of an explanation. */
export interface Step {
  code: string;
  text: string;
}

/** The answer in words. */
export interface Explanation {
  text: string;
  steps: Step[];
}

/** A single card that brings the goal nearer: cards by draws, each after a throw. */
export interface Help {
  card: string;
  /** copies that can still come */
  left: number;
  /** points with it, if the goal is then reached (a close: 0) */
  points: number | null;
  /** draws to the goal, this card the first of them; 1: it is reached with it */
  distance: number;
  /** is it proved that no fewer draws reach it */
  optimal: boolean;
}

/** A further opening. */
export interface FurtherOpening {
  /** the melds newly laid; of an opening as they count: with lay-offs that count, their points are its points */
  melds: Meld[];
  /** what to do, in this order */
  actions: Action[];
  /** the hand after laying and before the discard */
  left: Card[];
  /** the card to throw */
  discard: Card | null;
  /** what the player says before he throws it */
  announce: Reason | null;
  /** the turn in one sentence; empty where nothing is done */
  brief: string;
  /** what each of the `actions` says, in their order */
  action_texts: string[];
  /** points of the opening */
  points: number;
  /** the last of the actions: what follows once the opening is laid */
  after_opening: Action[];
  /** penalty points left after the turn; null for a plan that returns the taken card */
  penalty_left: number | null;
}

/** The best melds if no pure run were needed. */
export interface WithoutPureRun {
  points: number;
  melds: Meld[];
}

/** The best first opening. */
export interface OpeningAnswer extends FurtherOpening {
  /** the first of the reasons */
  reason: Reason | null;
  /** all that keeps the player from it, in order, with remedies */
  reasons: Reason[];
  /** is it proven that nothing is better; false only when the time ran out */
  optimal: boolean;
  /** when it is not proven: what nothing can be better than */
  bound: number | null;
  explanation: Explanation;
  /** the phase of the turn that the answer speaks of */
  phase: Phase;
  /** was the phase told; false: it was inferred */
  phase_told: boolean;
  /** the question in one line of text */
  position: string;
  /** can the player open this turn */
  opens: boolean;
  /** points needed */
  required: number;
  /** points short, 0 if it opens */
  missing: number;
  /** is there a pure run among the melds */
  pure_run: boolean;
  /** where lay-offs count and it does not open: what counts beside the melds */
  layoffs: LayoffAction[];
  /** the goal of the throw; best_result if it does not open */
  discard_for: "most_points" | "best_result";
  /** if it does not open: points: the expected penalty at the end of the deal less the opponents' mean, of the best turn with this throw; less is better; null: not weighed */
  discard_expected: number | null;
  without_pure_run: WithoutPureRun;
  /** single cards that bring an opening nearer, as `to_open.accepts` of the outlook */
  helps: Help[];
  alternatives: FurtherOpening[];
}

/** Can the player close? */
export interface ClosingAnswer {
  /** does the turn close */
  closes: boolean;
  /** does it close from hand as the profile defines it */
  from_hand: boolean;
  /** does the close earn the profile's bonus */
  special: boolean;
  /** jokers kept at the close */
  carried: number;
  /** the melds newly laid; of an opening as they count: with lay-offs that count, their points are its points */
  melds: Meld[];
  /** what to do, in this order */
  actions: Action[];
  /** the hand after laying and before the discard */
  left: Card[];
  /** the card to throw */
  discard: Card | null;
  /** what the player says before he throws it */
  announce: Reason | null;
  /** the turn in one sentence; empty where nothing is done */
  brief: string;
  /** what each of the `actions` says, in their order */
  action_texts: string[];
  /** the first of the reasons */
  reason: Reason | null;
  /** all that keeps the player from it, in order, with remedies */
  reasons: Reason[];
  /** is it proven that nothing is better; false only when the time ran out */
  optimal: boolean;
  /** when it is not proven: what nothing can be better than */
  bound: number | null;
  explanation: Explanation;
  /** the phase of the turn that the answer speaks of */
  phase: Phase;
  /** was the phase told; false: it was inferred */
  phase_told: boolean;
  /** the question in one line of text */
  position: string;
  /** fewest cards beyond the discard and carried jokers that stay in hand; 0 if it closes */
  left_over: number;
  /** cards that the player is dealt in the next deal, carried jokers counted */
  next_deal: number | null;
  /** single cards that bring a close nearer, as `to_close.accepts` of the outlook */
  helps: Help[];
}

/** A further turn of little penalty. */
export interface FurtherTurn {
  /** the melds newly laid; of an opening as they count: with lay-offs that count, their points are its points */
  melds: Meld[];
  /** what to do, in this order */
  actions: Action[];
  /** the hand after laying and before the discard */
  left: Card[];
  /** the card to throw */
  discard: Card | null;
  /** what the player says before he throws it */
  announce: Reason | null;
  /** the turn in one sentence; empty where nothing is done */
  brief: string;
  /** what each of the `actions` says, in their order */
  action_texts: string[];
  /** penalty points left after the turn; null for a plan that returns the taken card */
  penalty: number | null;
  /** does the turn close */
  closes: boolean;
}

/** What the best throw comes to, as the outlook's table says it. */
export interface ThrowValue {
  /** points: the expected penalty at the end of the deal less the opponents' mean, of the best turn with this throw; less is better; null: not weighed */
  expected: number | null;
  /** penalty points that the turn with this throw leaves */
  penalty_left: number | null;
}

/** As if the player had opened, on an empty table, without a draw duty. */
export interface StructuralPenalty {
  penalty: number;
  melds: Meld[];
  left: Card[];
  discard: Card | null;
}

/** The least penalty after this turn. */
export interface PenaltyAnswer extends FurtherTurn {
  /** the first of the reasons */
  reason: Reason | null;
  /** all that keeps the player from it, in order, with remedies */
  reasons: Reason[];
  /** is it proven that nothing is better; false only when the time ran out */
  optimal: boolean;
  /** when it is not proven: what nothing can be better than */
  bound: number | null;
  explanation: Explanation;
  /** the phase of the turn that the answer speaks of */
  phase: Phase;
  /** was the phase told; false: it was inferred */
  phase_told: boolean;
  /** the question in one line of text */
  position: string;
  /** the goal of the throw */
  discard_for: "least_penalty";
  /** the throw of the best result, as the turn by strength and the outlook name it */
  best_throw: Card | null;
  best_throw_row: ThrowValue | null;
  /** why `best_throw` is another card than `discard`; null if it is the same */
  throw_reason: Reason | null;
  /** jokers kept at the close */
  carried: number;
  structural: StructuralPenalty;
  /** what the round costs if an opponent closes next, plainly */
  held_if_beaten: number | null;
  alternatives: FurtherTurn[];
}

/** A meld on the table after the turn. */
export interface MeldAfter extends Meld {
  /** for each card where it lay at the start of the turn: hand, or a table meld's id */
  from: string[];
  id: string;
  owner: string;
  /** is it the pure run that opened; null: not known */
  opening_run: boolean | null;
  /** what the turn does to it */
  fate: MeldFate | null;
}

/** A whole turn. */
export interface Plan extends FurtherTurn {
  /** does it close from hand as the profile defines it */
  from_hand: boolean;
  /** does the close earn the profile's bonus */
  special: boolean;
  /** jokers kept at the close */
  carried: number;
  table_after: MeldAfter[];
  /** what counted for an opening */
  points: number | null;
  /** what the plan is worth by the objective, if other figures do not tell it */
  score: number | null;
  /** the meld that is the pure run of the opening */
  opening_run: string | null;
  /** what the plan is for, beside the others */
  kind: PlanKind | null;
  /** why; in all plans but the first also what it gains or costs against that */
  why: Reason[];
}

/** The whole turn. */
export interface TurnAnswer {
  /** the first of the reasons */
  reason: Reason | null;
  /** all that keeps the player from it, in order, with remedies */
  reasons: Reason[];
  /** is it proven that nothing is better; false only when the time ran out */
  optimal: boolean;
  /** when it is not proven: what nothing can be better than */
  bound: number | null;
  explanation: Explanation;
  /** the phase of the turn that the answer speaks of */
  phase: Phase;
  /** was the phase told; false: it was inferred */
  phase_told: boolean;
  /** the question in one line of text */
  position: string;
  objective: string;
  recommendation: Plan;
  plans: Plan[];
}

/** A card that brings a goal nearer. */
export interface Accept {
  card: string;
  /** copies that can still come */
  left: number;
}

/** What the next draw can do, if before it the card is thrown that is best for that. */
export interface Chance {
  /** `reached`: the goal is reached; `nearer`: it comes a draw nearer; null: neither */
  of: string | null;
  /** the chance of that */
  probability: number;
}

/** Draws to a goal. */
export interface GoalDistance {
  /** the fewest cards that would have to be drawn; null: out of reach */
  distance: number | null;
  /** what lowers it, with copies left */
  accepts: Accept[];
  /** copies of accepting cards that can still come */
  left_total: number;
  /** the chance that the next card drawn is an accepting one */
  next_draw_probability: number;
  chance: Chance;
  /** is the draw of this turn still to come, and counted */
  undrawn: boolean;
  /** the chance that one of the next 1, 2, 3 draws does */
  draws: number[];
  /** cards that would lower it, but of which no copy can come */
  none_left: string[];
  /** is it proven */
  optimal: boolean;
}

/** A card that may be thrown. */
export interface Throw {
  rank: number;
  card: Card;
  to_open: GoalDistance;
  to_close: GoalDistance;
  /** points: the expected penalty at the end of the deal less the opponents' mean, of the best turn with this throw; less is better; null: not weighed */
  expected: number | null;
  /** penalty points that the best turn with this throw leaves */
  penalty_left: number | null;
  /** penalty points that leave the hand with it */
  penalty_saved: number;
  /** the table melds on which an opened player could lay it */
  fits: string[];
  /** the table melds whose joker it would buy */
  frees_joker: string[];
  /** cards picked up by the next player with which it could lie in a meld */
  wanted: string[];
  /** cards thrown by the next player: of its kind, or such as go with it */
  unwanted: string[];
  reason: Reason | null;
  /** what the throw risks, the worst first */
  risks: Reason[];
}

/** A card that may not be thrown. */
export interface ForbiddenThrow {
  card: Card;
  reason: Reason | null;
}

/** How far it is to the opening and to the close, and what each throw leaves. */
export interface OutlookAnswer {
  explanation: Explanation;
  /** the phase of the turn that the answer speaks of */
  phase: Phase;
  /** was the phase told; false: it was inferred */
  phase_told: boolean;
  /** the question in one line of text */
  position: string;
  to_open: GoalDistance;
  to_close: GoalDistance;
  /** best first */
  discards: Throw[];
  forbidden: ForbiddenThrow[];
  /** is the draw still to come; then throws are those after a draw that does not help */
  before_draw: boolean;
  /** what the player says before he throws a card */
  announce: Reason | null;
  /** why this turn cannot reach a goal, whatever the cards: it is too early, or closing is barred */
  hindrance: Reason | null;
  /** is it proven that nothing is better; false only when the time ran out */
  optimal: boolean;
}

/** What is wrong, and where. */
export interface Problematic extends Reason {
  cards: Card[];
  /** the index of the meld among those laid */
  meld: number | null;
  /** the index of the action; null: the turn as a whole */
  step: number | null;
  /** the index of a refused action but for which there might be no problem */
  depends_on: number | null;
  /** Further fields: the figures of the fact. */
  [field: string]: unknown;
}

/** Is it legal? After a problem the figures tell how things stand before it. */
export interface CheckAnswer {
  /** does the turn close */
  closes: boolean;
  /** does it close from hand as the profile defines it */
  from_hand: boolean;
  /** does the close earn the profile's bonus */
  special: boolean;
  /** jokers kept at the close */
  carried: number;
  explanation: Explanation;
  /** the phase of the turn that the answer speaks of */
  phase: Phase;
  /** was the phase told; false: it was inferred */
  phase_told: boolean;
  /** the question in one line of text */
  position: string;
  legal: boolean;
  /** points of the opening */
  points: number;
  /** do the melds make a first opening */
  opens: boolean;
  /** melds, where legal: their numbers in an order in which they may be laid */
  order: number[] | null;
  problems: Problematic[];
  /** what the rule set makes of a wrong laying */
  follows: Reason[];
  /** does the turn end */
  finished: boolean;
  /** the hand after laying and before the discard */
  left: Card[];
  /** the card thrown */
  discard: Card | null;
  /** points left in hand; null while the turn goes on */
  penalty: number | null;
}

/** A player's score. */
export interface PlayerScore {
  name: string;
  /** penalty points of the deal; below 0 in the player's favour */
  penalty: number;
  /** how it comes about: the points of the items add up to it */
  items: Reason[];
  /** the total after the deal, if the one before it was told */
  total: number | null;
  /** the total as the players write it, where accounts fall below 0 */
  account: number | null;
}

/** What a deal costs. */
export interface ScoreAnswer {
  explanation: Explanation;
  rules: string;
  closer: string;
  from_hand: boolean;
  /** was the bonus earned */
  special: boolean;
  /** jokers that the closer keeps */
  carried: number;
  players: PlayerScore[];
  /** does the game end; null if what decides it was not told */
  game_ends: boolean | null;
  winners: string[];
  /** who starts the next deal; null if the starter was not told, or the game ends */
  next_starter: string | null;
  /** penalty points that the highest total lacks to end the game; null if not told */
  points_left: number | null;
  /** deals until the game ends; null if the number of this one was not told */
  deals_left: number | null;
}

/** Where a value comes from. */
export interface Source {
  text: string;
  /** the source does not settle it */
  ruling: boolean;
}

/** A parameter of a profile. */
export interface Parameter {
  value: unknown;
  /** what a player calls it */
  name: string;
  /** where a player looks for it */
  group: "deal" | "melds" | "opening" | "drawing" | "jokers" | "closing" | "scoring";
  meaning: string;
  /** the allowed values in JSON Schema */
  allowed: { [name: string]: unknown };
  source: Source;
}

/** A house rule often met that changes a rule set. */
export interface HouseRule {
  id: string;
  /** what a player calls it */
  name: string;
  /** the parameters that it changes, as a request overrides them */
  values: { [name: string]: unknown };
}

/** A rule set. */
export interface Profile {
  id: string;
  source: string;
  default: boolean;
  parameters: { [name: string]: Parameter };
  house_rules: HouseRule[];
}

/** All rule sets. */
export interface ProfileList {
  default: string;
  profiles: Profile[];
  clauses: { [name: string]: string };
}

/** How the service is. */
export interface ServiceStatus {
  status: string;
}

/** A bad field. */
export interface BadField {
  /** JSON pointer (RFC 6901) */
  pointer: string;
  code: string;
  /** the parameter or clause that says so */
  rule: string;
  detail: string;
  /** of parameters that contradict each other: what each is */
  values?: { [name: string]: unknown };
  /** of the same: what each may be instead; one of them is enough */
  changes?: { [name: string]: unknown };
}

/** What is wrong with a request (RFC 9457). */
export interface Problem {
  type: string;
  title: string;
  status: number;
  code: string;
  detail: string;
  errors?: BadField[];
}

/** A batch answered. */
export interface BatchAnswer {
  /** in the order of requests */
  results: BatchResult[];
}
