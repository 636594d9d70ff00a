import { describe, expect, it } from 'vitest';
import { entityPlace, type Place } from './place.ts';

/** What a text of a file can be; each place has to say it, so that a new keyword is found by whoever walks. */
const ROLES = ['text', 'expression', 'names', 'defines', 'plain'] as const;

/** Every place of the dialect once, by its way from the root. */
function placesBelow(place: Place, way = '', seen = new Set<Place>()): readonly (readonly [string, Place])[] {
  if (seen.has(place)) return [];
  seen.add(place);
  const below = [
    ...[...place.properties].map(([name, child]) => [`${way}/${name}`, child] as const),
    ...place.branches.map((child) => [way, child] as const),
    [`${way}/(key)`, place.keys] as const,
    [`${way}/*`, place.entries] as const,
    [`${way}/0`, place.items] as const,
  ];
  return [
    [way, place],
    ...below.flatMap(([name, child]) => (child === undefined ? [] : placesBelow(child, name, seen))),
  ];
}

const isText = ({ node }: Place): boolean =>
  node.enum === undefined && ([node.type].flat().includes('string') || node.pattern !== undefined);

describe('the meta-schema', () => {
  const places = placesBelow(entityPlace());

  it('says of every text of a file whether people see it, it is an expression, a name, or neither', () => {
    const texts = places.filter(([, place]) => isText(place));
    expect(texts.length).toBeGreaterThan(200);
    const unclear = texts.filter(([, { marks }]) => ROLES.filter((role) => marks[role] !== undefined).length !== 1);
    expect(unclear.map(([way]) => way)).toEqual([]);
  });

  it('says what people call each kind of thing that is named or stands there', () => {
    const named = places.filter(([, { marks }]) => (marks.names ?? marks.defines) !== undefined);
    expect(named.filter(([, { marks }]) => marks.called === undefined).map(([way]) => way)).toEqual([]);
  });
});
