/** Gives the idempotency key of an attempt: the same content gets the same key until an answer came. */
interface SubmitKeys {
  keyOf(operation: string, body: unknown): string;
  /** Says that the server answered, whatever it said: the next attempt is a new one. */
  answered(): void;
}

/** Keys of one form. A second press, or a retry after a lost answer, is then stored once. */
export function createSubmitKeys(): SubmitKeys {
  let held: { content: string; key: string } | undefined;
  return {
    keyOf(operation, body) {
      const content = `${operation} ${JSON.stringify(body)}`;
      if (held?.content !== content) held = { content, key: newKey() };
      return held.key;
    },
    answered() {
      held = undefined;
    },
  };
}

import { newKey } from '../../api/new-key.ts';
