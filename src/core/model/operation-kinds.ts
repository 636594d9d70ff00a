/** What is known of a kind of call, whatever it answers. */
interface OperationTraits {
  /** Whether a file may ask for such a call by `does`; the others come with the page or the parent that they belong to. */
  readonly declared: boolean;
  /** Whether it writes, so that it takes an idempotency key; all others only read. */
  readonly writes: boolean;
}

const READS: OperationTraits = { declared: true, writes: false };
const WRITES: OperationTraits = { declared: true, writes: true };

/**
 * What a call can do. The server has one handler for each and the description of the interface one answer: one without
 * does not compile. What `does` may say in the meta-schema follows from here (`npm run metadata -- types`).
 */
export const operationKinds = {
  page: READS,
  list: READS,
  tree: READS,
  // A page of a kind with a query of its own brings it.
  view: { declared: false, writes: false },
  detail: READS,
  save: WRITES,
  // A page on which records are entered many at a time brings it.
  saveRows: { declared: false, writes: true },
  submit: WRITES,
  remove: WRITES,
  updateStatus: WRITES,
  enable: WRITES,
  disable: WRITES,
  dictionary: READS,
  states: READS,
  select: READS,
  choices: READS,
  count: READS,
  history: READS,
  transition: WRITES,
  todo: READS,
  sendList: READS,
  vote: WRITES,
  revoke: WRITES,
  statistics: READS,
  calculate: READS,
  recalculation: READS,
  recalculate: WRITES,
  print: READS,
  // It answers what is written nowhere, so it takes no idempotency key.
  openAuthor: { declared: false, writes: false },
  // A transition with a turning code brings it.
  scanCode: { declared: false, writes: false },
  seed: { declared: false, writes: true },
  // Fields whose default stands behind a reference bring it.
  defaults: { declared: false, writes: false },
  export: { declared: false, writes: false },
  importTemplate: { declared: false, writes: false },
  // Each of its rows is a save of its own.
  import: { declared: false, writes: false },
} as const satisfies Readonly<Record<string, OperationTraits>>;
