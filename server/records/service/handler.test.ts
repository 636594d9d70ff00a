import { expect, it } from 'vitest';
import type { EntityCall } from '../call/ports.ts';
import { type Handlers, reading } from './handler.ts';
import { writing } from './writing.ts';

// What must not compile is said to the compiler: where it does compile, `npm run types` fails at the line.
const wrong: Partial<Handlers> = {
  // @ts-expect-error a number has another name on the wire
  count: reading(() => ({ totals: 1 })),
  // @ts-expect-error a record goes with its version
  detail: reading(async () => ({ id: '1' })),
  // @ts-expect-error nothing is answered where the wire has `true`
  remove: writing(async () => null),
  // @ts-expect-error no file comes where the wire has a list
  states: reading(() => new Uint8Array()),
};

const right: Partial<Handlers<Uint8Array>> = {
  count: reading(() => ({ total: 1 })),
  print: reading(() => new Uint8Array([1])),
};

it('takes what the wire carries, and a file where one comes instead', async () => {
  const bound = { operation: { method: 'GET' } } as Parameters<NonNullable<typeof right.count>>[1];
  expect(await right.count?.({} as EntityCall, bound, { query: {}, body: undefined })).toEqual({ total: 1 });
  expect(Object.keys(wrong)).toHaveLength(4);
});
