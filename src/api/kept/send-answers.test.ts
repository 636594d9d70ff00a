import 'fake-indexeddb/auto';
import { createHash } from 'node:crypto';
import { deleteDB } from 'idb';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { seededRandom } from '../../../mocks/demo-plant/seeded.ts';
import { ApiError } from '../faults.ts';
import { KEPT_STEPS, openKept } from './kept-database.ts';
import { KEPT_DATABASE } from './kept-owner.ts';
import {
  answersOf,
  closeKept,
  DeviceFullError,
  findOpened,
  forgetKept,
  keepAnswer,
  keepOpened,
  keepPhoto,
  photoOf,
  releaseDrafts,
  sendAgain,
  settleAnswer,
  sweepKept,
} from './kept-store.ts';
import { type KeptAnswer, localId } from './kept-types.ts';
import { type KeptCalls, sendAnswers } from './send-answers.ts';

const ANN = '645967/ann';
const BOB = '645967/bob';

beforeEach(async () => {
  await closeKept();
  await deleteDB(KEPT_DATABASE);
});

afterEach(() => vi.restoreAllMocks());

const hashOf = (content: Uint8Array): string => createHash('sha256').update(content).digest('hex');

const given = (key: string, more: Partial<KeptAnswer> = {}): Omit<KeptAnswer, 'order' | 'refused'> => ({
  key,
  owner: ANN,
  place: 'walk/1',
  subject: 'row-1',
  title: '法兰',
  call: { service: 'safety', path: 'check/save', page: undefined },
  body: { id: 'row-1', version: 1, note: key },
  values: {},
  lines: [],
  last: false,
  deviceTime: '2026-11-20T08:00:00.000Z',
  ...more,
});

async function photo(subject: string, content: Uint8Array): Promise<string> {
  const hash = hashOf(content);
  const id = localId(subject, hash);
  const more = { hash, name: '现场.jpg', type: 'image/jpeg', lastModified: 1, time: 0, sent: undefined };
  await keepPhoto({ id, owner: ANN, content: content.slice().buffer as ArrayBuffer, ...more });
  return id;
}

/** A server that takes each key once, refuses an old version, and keeps files by key. */
function createServer() {
  const known = new Map<string, unknown>();
  const files = new Map<string, { readonly key: string; readonly hash: string }>();
  const rows = new Map<string, { readonly version: number; readonly notes: readonly unknown[] }>();
  const taken: { readonly key: string; readonly body: KeptAnswer['body'] }[] = [];
  const calls: KeptCalls = {
    async upload({ content }, key) {
      const before = known.get(key);
      if (typeof before === 'string') return before;
      const attachId = `file-${files.size + 1}`;
      files.set(attachId, { key, hash: hashOf(new Uint8Array(content)) });
      known.set(key, attachId);
      return attachId;
    },
    async send({ key, subject }, body) {
      if (known.has(key)) return known.get(key);
      const row = rows.get(subject) ?? { version: 1, notes: [] };
      if (body.version !== row.version) {
        const current = { id: subject, version: row.version, note: row.notes.at(-1) };
        throw new ApiError({ status: 409, msg: '已被他人修改', data: { current } });
      }
      const next = { version: row.version + 1, notes: [...row.notes, body.note] };
      rows.set(subject, next);
      taken.push({ key, body });
      const answered = { id: subject, version: next.version, note: body.note };
      known.set(key, answered);
      return answered;
    },
  };
  return { calls, files, rows, taken };
}

const sending = (calls: KeptCalls, owner = ANN, isHis = () => true) =>
  sendAnswers({ owner, calls, isHis, now: () => 0, onChange: () => undefined });

const away = () => new ApiError({ status: 0, msg: '网络连接失败' });

describe('over a network that fails', () => {
  /** Loses requests and answers, and ends the program in the midst of it. */
  class Killed extends Error {}

  function broken({ calls }: ReturnType<typeof createServer>, random: () => number): KeptCalls {
    const wire = async <T>(work: () => Promise<T>): Promise<T> => {
      const fate = random();
      if (fate < 0.15) throw away();
      if (fate < 0.22) throw new Killed();
      const answered = await work();
      if (random() < 0.15) throw away();
      if (random() < 0.08) throw new Killed();
      return answered;
    };
    return {
      upload: (one, key) => wire(() => calls.upload(one, key)),
      send: (one, body) => wire(() => calls.send(one, body)),
    };
  }

  test.each(Array.from({ length: 30 }, (_, seed) => seed + 1))(
    'each answer arrives once, in order, with its photos as they were taken (seed %i)',
    async (seed) => {
      const random = seededRandom(seed);
      const server = createServer();
      const calls = broken(server, random);
      const expected = new Map<string, string[]>();
      const hashes: string[] = [];
      const asked = 12;
      for (let number = 0; number < asked; number += 1) {
        const subject = `row-${1 + Math.floor(random() * 5)}`;
        const earlier = expected.get(subject) ?? [];
        const photos: string[] = [];
        for (let count = Math.floor(random() * 3); count > 0; count -= 1) {
          const content = Uint8Array.from({ length: 64 }, () => Math.floor(random() * 256));
          photos.push(await photo(subject, content));
          hashes.push(hashOf(content));
        }
        const key = `kept.${seed}.${number}`;
        expected.set(subject, [...earlier, key]);
        await keepAnswer(given(key, { subject, body: { id: subject, version: 1, note: key, photos } }));
        // Now and then the network is tried while more is answered; two tabs may be at it at once.
        if (random() < 0.4) {
          const tabs = random() < 0.3 ? [sending(calls), sending(calls)] : [sending(calls)];
          const ends = await Promise.allSettled(tabs);
          if (ends.some((end) => end.status === 'rejected')) await closeKept();
        }
      }
      for (let attempt = 0; attempt < 400 && (await answersOf(ANN)).length > 0; attempt += 1) {
        await sending(calls).catch(async (error: unknown) => {
          if (!(error instanceof Killed)) throw error;
          await closeKept();
        });
      }
      expect((await answersOf(ANN)).map(({ key, refused }) => [key, refused?.msg])).toEqual([]);
      for (const [subject, keys] of expected) expect(server.rows.get(subject)?.notes).toEqual(keys);
      expect(server.taken).toHaveLength(asked);
      expect([...server.files.values()].map(({ hash }) => hash).sort()).toEqual([...new Set(hashes)].sort());
      const named = server.taken.flatMap(({ body }) => body.photos as readonly string[]);
      expect(named.every((id) => server.files.has(id))).toBe(true);
      expect(new Set(named).size).toBe(new Set(hashes).size);
    },
  );
});

describe('what is refused', () => {
  test('stays with both answers, holds up later ones to the record, and no others', async () => {
    const server = createServer();
    await server.calls.send({ ...given('other'), order: 0, refused: undefined }, { version: 1, note: '别人的' });
    await keepAnswer(given('mine'));
    await keepAnswer(given('later'));
    await keepAnswer(given('elsewhere', { subject: 'row-2', body: { id: 'row-2', version: 1, note: 'elsewhere' } }));
    expect(await sending(server.calls)).toBe('done');
    const [mine, later] = await answersOf(ANN);
    expect([mine?.key, later?.key, later?.refused]).toEqual(['mine', 'later', undefined]);
    expect(mine?.refused).toMatchObject({ msg: '已被他人修改', current: { note: '别人的', version: 2 } });
    expect(server.taken.map(({ key }) => key)).toEqual(['other', 'elsewhere']);

    // The person keeps his own: it goes under a new key over the version that he has seen now.
    await sendAgain('mine', { key: 'mine-2', body: { ...mine?.body, version: 2 } });
    expect(await sending(server.calls)).toBe('done');
    expect(server.rows.get('row-1')?.notes).toEqual(['别人的', 'mine', 'later']);
  });

  test('goes where the person takes the other answer, and later ones follow that', async () => {
    const server = createServer();
    await server.calls.send({ ...given('other'), order: 0, refused: undefined }, { version: 1, note: '别人的' });
    await keepAnswer(given('mine'));
    await keepAnswer(given('later'));
    await sending(server.calls);
    const [mine] = await answersOf(ANN);
    if (mine !== undefined) await settleAnswer(mine, mine.refused?.current);
    await sending(server.calls);
    expect(server.rows.get('row-1')?.notes).toEqual(['别人的', 'later']);
  });

  test('had arrived already where the record says the same', async () => {
    const server = createServer();
    const lost = given('lost');
    await server.calls.send({ ...given('long ago'), order: 0, refused: undefined }, lost.body);
    await keepAnswer(lost);
    expect(await sending(server.calls)).toBe('done');
    expect([await answersOf(ANN), server.taken.length]).toEqual([[], 1]);
  });

  test('an answer never goes up without a photo that this device has lost', async () => {
    const server = createServer();
    await keepAnswer(given('one', { body: { id: 'row-1', version: 1, photos: [localId('row-1', 'gone')] } }));
    await sending(server.calls);
    expect((await answersOf(ANN))[0]?.refused?.msg).toBe('照片已不在此设备上，请重新拍摄');
    expect(server.taken).toEqual([]);
  });
});

test('a signature waits for all answers of its place', async () => {
  const server = createServer();
  await server.calls.send({ ...given('other'), order: 0, refused: undefined }, { version: 1, note: '别人的' });
  await keepAnswer(given('mine'));
  await keepAnswer(given('sign', { subject: 'task', body: { id: 'task', version: 1, note: 'sign' }, last: true }));
  await sending(server.calls);
  expect(server.taken.map(({ key }) => key)).toEqual(['other']);
  const [mine] = await answersOf(ANN);
  if (mine !== undefined) await settleAnswer(mine, mine.refused?.current);
  await sending(server.calls);
  expect(server.taken.map(({ key }) => key)).toEqual(['other', 'sign']);
});

describe('what is being written', () => {
  const writing = (key: string, body: object) =>
    keepAnswer(given(key, { body: { id: 'row-1', version: 1, ...body }, draft: true }));

  test('is on the disk, gives way to what is written on, and goes up once, when it is let go', async () => {
    const server = createServer();
    await writing('one', { note: '先' });
    await writing('two', { note: '先断电' });
    await closeKept();
    expect((await answersOf(ANN)).map(({ key, body }) => [key, body.note])).toEqual([['two', '先断电']]);
    expect(await sending(server.calls)).toBe('done');
    expect(server.taken).toEqual([]);
    await releaseDrafts(ANN, 'walk/2');
    await sending(server.calls);
    expect(server.taken).toEqual([]);
    await releaseDrafts(ANN, 'walk/1');
    await sending(server.calls);
    expect(server.taken.map(({ body }) => body.note)).toEqual(['先断电']);
    expect(await answersOf(ANN)).toEqual([]);
  });

  test('becomes part of the next answer to its record, and is waited for by what is last', async () => {
    const server = createServer();
    await writing('one', { note: '先断电' });
    await keepAnswer(given('sign', { subject: 'task', body: { id: 'task', version: 1 }, last: true }));
    await sending(server.calls);
    expect(server.taken).toEqual([]);
    await keepAnswer(given('two', { body: { id: 'row-1', version: 1, marked: '1' } }));
    await sending(server.calls);
    expect(server.taken.map(({ key, body }) => [key, body.note, body.marked])).toEqual([
      ['sign', undefined, undefined],
      ['two', '先断电', '1'],
    ]);
  });
});

test('nobody sends or sees what another has answered, not even in the midst of sending', async () => {
  const server = createServer();
  await keepAnswer(given('ann-1'));
  await keepAnswer(given('ann-2', { subject: 'row-2', body: { id: 'row-2', version: 1 } }));
  expect(await answersOf(BOB)).toEqual([]);
  await sending(server.calls, BOB);
  expect(server.taken).toEqual([]);
  // She signs out after the first answer.
  expect(await sending(server.calls, ANN, () => server.taken.length === 0)).toBe('away');
  expect(server.taken.map(({ key }) => key)).toEqual(['ann-1']);
  await forgetKept(BOB);
  expect((await answersOf(ANN)).map(({ key }) => key)).toEqual(['ann-2']);
});

test('a photo goes up once for the answers that name it, and leaves the device with the last of them', async () => {
  const server = createServer();
  const id = await photo('row-1', Uint8Array.of(1, 2, 3));
  await keepAnswer(given('one', { body: { id: 'row-1', version: 1, note: 1, photos: [id] } }));
  await keepAnswer(given('two', { body: { id: 'row-1', version: 1, note: 2, photos: [id, 'stored'] } }));
  await sending(server.calls);
  expect(server.files.size).toBe(1);
  expect(server.taken.map(({ body }) => body.photos)).toEqual([['file-1'], ['file-1', 'stored']]);
  expect(await photoOf(ANN, id)).toBeUndefined();
});

test('what was opened shows what the server has taken', async () => {
  const server = createServer();
  await keepOpened(
    ANN,
    'walk/1',
    { id: 'task', children: { check: [{ id: 'row-1', version: 1, standard: '无渗漏' }] } },
    0,
  );
  await keepAnswer(given('one'));
  await sending(server.calls);
  expect(await findOpened(ANN, 'walk/1')).toEqual({
    id: 'task',
    children: { check: [{ id: 'row-1', version: 2, standard: '无渗漏', note: 'one' }] },
  });
});

test('the local id of a photo is one that a field with files takes', () => {
  const id = localId('2237701705229664256', hashOf(Uint8Array.of(1)));
  expect(id).toMatch(/^[A-Za-z0-9_-]{1,40}$/);
  expect(localId('2237701705229664256', hashOf(Uint8Array.of(2)))).not.toBe(id);
});

test('photos of an answer that never came go after a day', async () => {
  const id = await photo('row-1', Uint8Array.of(1));
  await sweepKept(ANN, 3_600_000);
  expect(await photoOf(ANN, id)).toBeDefined();
  await sweepKept(ANN, 25 * 3_600_000);
  expect(await photoOf(ANN, id)).toBeUndefined();
});

test('a device that is full says so, and keeps what it had', async () => {
  await keepAnswer(given('one'));
  const full = new DOMException('full', 'QuotaExceededError');
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw full;
  });
  await expect(keepAnswer(given('two'))).rejects.toThrow(DeviceFullError);
  await expect(photo('row-1', Uint8Array.of(1))).rejects.toThrow(DeviceFullError);
  vi.restoreAllMocks();
  expect((await answersOf(ANN)).map(({ key }) => key)).toEqual(['one']);
});

test('a newer program changes the form of the database and loses nothing; a tab of the older one goes on', async () => {
  await keepAnswer(given('one'));
  const newer = await openKept([
    ...KEPT_STEPS,
    async (_, upgrade) => {
      const answers = upgrade.objectStore('answers');
      for (const answer of await answers.getAll()) await answers.put({ ...answer, title: `新：${answer.title}` });
    },
  ]);
  expect((await newer.getAll('answers')).map(({ key, title }) => [key, title])).toEqual([['one', '新：法兰']]);
  newer.close();
});
