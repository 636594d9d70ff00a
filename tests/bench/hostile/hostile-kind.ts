/** One kind of input that a stranger may send to hurt: what the bench prints and `hostile-growth.test.ts` judges. */
export interface HostileKind {
  /** Name, as the bench prints it: `form-pairs`. */
  readonly name: string;
  /** What a size counts: `pairs`, `bytes`, `rows`. */
  readonly unit: string;
  /** Largest size that reaches the code at all; a quarter, a half and all of it are fed. */
  readonly largest: number;
  /** What it stands on, where that takes long to make: kinds of one ground are measured by one process. Default its own. */
  readonly ground?: 'records';
  /** Where the growth is judged by a test of its own: its file. Default `tests/contract/hostile-growth.test.ts`. */
  readonly test?: string;
  /** Makes what the kind stands on (a model, a server), once. */
  open(): HostileInput | Promise<HostileInput>;
}

/** An opened kind. */
export interface HostileInput {
  /** Makes the input of a size, unmeasured; the function given back takes it in, or refuses it with an AnlanError. */
  prepare(size: number): () => unknown;
  close?(): Promise<unknown>;
}

/** Begins a line that says what an input cost; what a kind starts prints lines of its own. */
export const COST = 'cost ';
