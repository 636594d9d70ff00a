import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../mocks/demo-plant/seeded.ts';
import type { Entity } from '../../src/core/dialect/entity.generated.ts';
import { compactOverlay } from '../../src/core/overlay/compact-overlay.ts';
import { editsOf, type LoggedStep, redoable, undoable } from '../../src/core/overlay/design-log.ts';
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
