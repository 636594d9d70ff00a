import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../mocks/demo-plant/seeded.ts';
import type { Entity } from '../../src/core/dialect/entity.generated.ts';
import { compactOverlay } from '../../src/core/overlay/compact-overlay.ts';
import { clashesSince, editsOf, type LoggedStep, redoable, undoable } from '../../src/core/overlay/design-log.ts';
import { mergeOverlay } from '../../src/core/overlay/merge-overlay.ts';
import { randomEdit } from '../fixtures/random-edits.ts';
import { resolvedEntities } from '../fixtures/resolved-entities.ts';

/** Commands for each entity and seed: 1,020 in all. */
const COMMANDS = 60;

const shippedOf = (key: string): Entity => {
  const found = resolvedEntities().find(({ entity }) => entity.entity === key);
  if (found === undefined) throw new Error(key);
  return found.entity;
};

/** Steps that two administrators do by turns. */
const INTERLEAVED = 500;

describe('two administrators at one draft', () => {
  it('see the same entity after 500 interleaved edits, and lose only what the other has touched first', () => {
    const shipped = shippedOf('workCert');
    const random = seededRandom(9);
    const server: LoggedStep[] = [];
    const clients = ['ann', 'bo'].map((userId) => ({ userId, log: [] as LoggedStep[], refused: 0 }));
    const seenBy = ({ log }: (typeof clients)[number]) => mergeOverlay(shipped, editsOf(log, 'workCert')).entity;
    let now = shipped;
    for (let count = 0; count < INTERLEAVED; count += 1) {
      const client = clients[Math.floor(random() * 2)];
      if (client === undefined) continue;
      const { userId, log } = client;
      // A look at what the other does comes now and then, as every few seconds.
      if (random() < 0.3) log.splice(0, log.length, ...server);
      if (count % 20 === 0) now = seenBy(client);
      const own = undoable(log, userId);
      const edits = [randomEdit(now, shipped, random, String(count))];
      const step: LoggedStep['step'] =
        random() < 0.1 && own !== undefined
          ? { step: 'undo', id: `s${count}`, of: own }
          : { step: 'do', id: `s${count}`, entity: 'workCert', edits };
      const clashes = clashesSince(server, log.at(-1)?.seq ?? 0, step).filter((other) => other.userId !== userId);
      if (clashes.length > 0) client.refused += 1;
      else server.push({ seq: server.length + 1, userId, step });
      log.splice(0, log.length, ...server);
    }
    const [ann, bo] = clients.map((client) => {
      client.log.splice(0, client.log.length, ...server);
      return JSON.stringify(seenBy(client));
    });
    expect(ann).toBe(bo);
    expect(server.length + clients.reduce((sum, { refused }) => sum + refused, 0)).toBe(INTERLEAVED);
    expect(server.length).toBeGreaterThan(INTERLEAVED / 2);
  });
});

describe('random commands of a designer', () => {
  it.each([
    ['peril', 1] as const,
    ...['riskEvent', 'contractor', 'workCert', 'troublePlan'].flatMap((key) =>
      [1, 2, 3, 4].map((seed) => [key, seed] as const),
    ),
  ])('on %s are undone to the identical entity and compacted to the same one, seed %i', (key, seed) => {
    const shipped = shippedOf(key);
    const random = seededRandom(seed);
    const log: LoggedStep[] = [];
    const take = (step: LoggedStep['step']) => log.push({ seq: log.length + 1, userId: 'ann', step });
    const now = () => mergeOverlay(shipped, editsOf(log, key)).entity;
    const states: string[] = [];
    let entity = now();
    for (let count = 0; count < COMMANDS; count += 1) {
      states.push(JSON.stringify(entity));
      const edits = [randomEdit(entity, shipped, random, String(count))];
      take({ step: 'do', id: `c${count}`, entity: key, edits });
      entity = now();
    }
    const last = JSON.stringify(entity);
    expect(last).not.toBe(states[0]);

    const edits = editsOf(log, key);
    const fewer = compactOverlay(shipped, edits);
    expect(JSON.stringify(mergeOverlay(shipped, fewer).entity)).toBe(last);
    expect(fewer.length).toBeLessThanOrEqual(edits.length);

    for (const state of states.toReversed()) {
      take({ step: 'undo', id: `u${log.length}`, of: undoable(log, 'ann') ?? '' });
      expect(JSON.stringify(now())).toBe(state);
    }
    for (let of = redoable(log, 'ann'); of !== undefined; of = redoable(log, 'ann')) {
      take({ step: 'redo', id: `r${log.length}`, of });
    }
    expect(JSON.stringify(now())).toBe(last);
  });
});
