// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { clearLookupRows, lookupRows, onLookupRows } from './lookup-rows.ts';

const asked: string[] = [];
let answer: readonly Record<string, unknown>[] = [];
const told: { listener: ((event: { topic: string; entityKey?: string }) => void) | undefined } = {
  listener: undefined,
};

vi.mock('./client.ts', () => ({
  request: async ({ query }: { query: { code: string; entity: string } }) => {
    asked.push(`${query.code}/${query.entity}`);
    if (query.entity === 'broken') throw new Error('no');
    return answer;
  },
}));
vi.mock('./events.ts', () => ({
  subscribeEvents(listener: (event: { topic: string; entityKey?: string }) => void) {
    told.listener = listener;
    return () => {
      told.listener = undefined;
    };
  },
}));

beforeEach(() => {
  asked.length = 0;
  answer = [{ kind: '1', most: 10 }];
});
afterEach(clearLookupRows);

const arrived = () => new Promise((resolve) => setTimeout(resolve));

test('rows are asked for once, come from the copy, and are read again when the server says so', async () => {
  const changed = vi.fn();
  const end = onLookupRows(changed);
  expect(lookupRows('ticket', 'gasLimit')).toBeUndefined();
  expect(lookupRows('ticket', 'gasLimit')).toBeUndefined();
  await arrived();
  expect(changed).toHaveBeenCalledTimes(1);
  expect(lookupRows('ticket', 'gasLimit')).toEqual([{ kind: '1', most: 10 }]);
  expect(asked).toEqual(['ticket/gasLimit']);

  answer = [{ kind: '1', most: 20 }];
  told.listener?.({ topic: 'lookup', entityKey: 'other' });
  await arrived();
  expect(asked).toHaveLength(1);
  told.listener?.({ topic: 'lookup', entityKey: 'gasLimit' });
  await arrived();
  expect(lookupRows('ticket', 'gasLimit')).toEqual([{ kind: '1', most: 20 }]);
  expect(changed).toHaveBeenCalledTimes(2);
  end();
  expect(told.listener).toBeUndefined();
  // Changes went unheard since, so the copy serves once more while the server is asked.
  expect(lookupRows('ticket', 'gasLimit')).toEqual([{ kind: '1', most: 20 }]);
  await arrived();
  expect(asked).toHaveLength(3);
});

test('a refusal leaves nothing behind', async () => {
  expect(lookupRows('ticket', 'broken')).toBeUndefined();
  await arrived();
  expect(lookupRows('ticket', 'broken')).toBeUndefined();
  await arrived();
  expect(asked).toEqual(['ticket/broken', 'ticket/broken']);
});
