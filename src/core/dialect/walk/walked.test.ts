import { expect, test } from 'vitest';
import { everyField } from '../../../../tests/fixtures/entities/every-field.ts';
import { type Visitor, walk } from './walk.ts';
import { walkedPlaces } from './walked.ts';

/** What a way of telling says of an entity's places, one by one. */
function told(tell: (visitor: Visitor) => void): readonly unknown[] {
  const all: unknown[] = [];
  tell({
    text: (...place) => all.push(['text', ...place]),
    expression: (...place) => all.push(['expression', ...place]),
    key: (...place) => all.push(['key', ...place]),
    defines: (...place) => all.push(['defines', ...place]),
  });
  return all;
}

test('what was walked before is told as by the walk itself, to each visitor what it asks for', () => {
  const entity = everyField();
  const walked = told((visitor) => walk(entity, visitor));
  expect(new Set(walked.map((place) => (place as readonly unknown[])[0])).size).toBe(4);
  for (const time of ['first', 'again'])
    expect({ time, told: told(walkedPlaces(entity)) }).toEqual({ time, told: walked });
  const texts: string[] = [];
  walkedPlaces(entity)({ text: (_, text) => texts.push(text) });
  expect(texts).toEqual(
    walked.flatMap((place) => ((place as readonly unknown[])[0] === 'text' ? [(place as unknown[])[2]] : [])),
  );
});
