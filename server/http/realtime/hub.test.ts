import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { AnlanError } from '../../../src/core/errors/catalogue.ts';
import type { CallContext } from '../../ground/context.ts';
import { createEventHub, type EventHubOptions, type EventStream } from './hub.ts';

const options = {
  database: { listen: async () => async () => {} },
  metadata: { onChange: () => () => {} },
  service: {},
  onError: () => {},
  check: 0.01,
} as unknown as EventHubOptions;

/** A stream whose person is looked at anew every 10 ms; `outcome` says what is found. */
function streamOf(outcome: () => Error | undefined) {
  const seen = { looks: 0, ended: [] as string[] };
  const stream: EventStream = {
    tenantId: '645967',
    userId: 'u',
    sessionId: 's',
    records: [],
    entities: [],
    async authenticate() {
      seen.looks += 1;
      const error = outcome();
      if (error !== undefined) throw error;
      return {} as CallContext;
    },
    send: () => {},
    beat: () => {},
    end: (reason) => seen.ended.push(reason),
  };
  return { stream, seen };
}

const waitFor = async (holds: () => boolean) => {
  for (let turn = 0; turn < 1_000 && !holds(); turn += 1) await sleep(10);
};

it.each([
  [
    'a socket that nobody listens at',
    Object.assign(new Error('connect'), { code: 'ECONNREFUSED', syscall: 'connect' }),
  ],
  ['a fault without a name', new Error('out of memory')],
  ['a database that is away', new AnlanError('databaseAway')],
  ['a full disk', new AnlanError('storageFull')],
])('keeps a stream open over %s, and ends it once the session has ended', async (_what, fault) => {
  const hub = createEventHub(options);
  let outcome: Error | undefined = fault;
  const { stream, seen } = streamOf(() => outcome);
  await hub.add(stream);
  await waitFor(() => seen.looks >= 3);
  expect([seen.looks >= 3, seen.ended]).toEqual([true, []]);
  outcome = new AnlanError('sessionEnded');
  await waitFor(() => seen.ended.length > 0);
  expect(seen.ended).toEqual(['sessionEnded']);
  await hub.close();
});
