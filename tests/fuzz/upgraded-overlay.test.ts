import { describe, expect, it } from 'vitest';
import { resolvedEntities } from '../fixtures/resolved-entities.ts';
import { expectExported, expectNothingLost } from '../fixtures/upgraded-overlay.ts';

/** Every which entity is tried here; all of them with three seeds each where there is time. */
const STRIDE = 6;

describe('an upgrade beneath a company’s edits', () => {
  const entities = resolvedEntities()
    .filter((_, index) => index % STRIDE === 0)
    .map(({ entity }) => entity);

  it('loses no edit unlisted, whatever it changes, and each that was met can be decided', () => {
    const met = entities.map((entity, index) => expectNothingLost(entity, index + 1));
    expect(met.reduce((sum, count) => sum + count, 0)).toBeGreaterThan(5);
  });

  it('has nothing left to say of a file into which the edits were exported', () => {
    const exported = entities.filter((entity, index) => expectExported(entity, index + 500));
    expect(exported.length).toBeGreaterThan(2);
  });
});
