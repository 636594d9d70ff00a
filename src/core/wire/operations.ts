import type { OperationKind } from '../model/entity-model.ts';

/** Kinds of calls that write; all others only read. They take an idempotency key. */
export const WRITING_KINDS: ReadonlySet<OperationKind> = new Set([
  'save',
  'submit',
  'remove',
  'updateStatus',
  'enable',
  'disable',
  'transition',
  'vote',
  'seed',
  'recalculate',
]);
