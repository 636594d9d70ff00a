/** A record that a search found. */
interface FoundRecord {
  readonly id: string;
  /** What it is called, and what tells it apart. */
  readonly line: string;
}

/** What was found of one business, as far as the person may see it. */
export interface FoundGroup {
  readonly entity: string;
  readonly entityTitle: string;
  /** Page on which the person sees its records. */
  readonly page: string;
  readonly records: readonly FoundRecord[];
  /** Whether there are more than are named. */
  readonly more: boolean;
}

/** The answer of a search over everything. */
export interface FoundAnswer {
  /** What is called just so, or begins with it, first. */
  readonly groups: readonly FoundGroup[];
  /** Whether not all could be looked through in time. */
  readonly partial: boolean;
}

/** Pages of the person's menu as they are spelled: full pinyin, then initials, both without spaces. */
export type FoundPages = Readonly<Record<string, readonly string[]>>;

/** Characters from which records are searched. */
export const SHORTEST_FIND = 2;
/** Most characters of a search. */
export const LONGEST_FIND = 100;
