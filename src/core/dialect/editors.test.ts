import { describe, expect, it } from 'vitest';
import { editorOf, placesAt } from './editors.ts';
import { entityPlace, type Place } from './walk/place.ts';

/** Every place of the dialect once, with a way that leads to it. */
function placesBelow(place: Place | undefined, way = '', seen = new Map<Place, string>()): ReadonlyMap<Place, string> {
  if (place === undefined || seen.has(place)) return seen;
  seen.set(place, way);
  for (const [name, child] of place.properties) placesBelow(child, `${way}/${name}`, seen);
  for (const child of place.branches) placesBelow(child, way, seen);
  placesBelow(place.keys, `${way}/(key)`, seen);
  placesBelow(place.entries, `${way}/*`, seen);
  placesBelow(place.items, `${way}/0`, seen);
  return seen;
}

const places = placesBelow(entityPlace());
const editorAt = (...path: (string | number)[]) => placesAt(path).map(editorOf);

describe('the editor', () => {
  it('of every place follows from the meta-schema', () => {
    expect(places.size).toBeGreaterThan(400);
    expect([...places].filter(([place]) => editorOf(place) === undefined).map(([, way]) => way)).toEqual([]);
  });

  it('of a value alone is said by a mark, since no form is: elsewhere the form says it', () => {
    const marked = [...places].filter(([{ marks }]) => marks.editor === 'value');
    const needless = marked.filter(([place]) => {
      const { editor: _, ...marks } = place.marks;
      return editorOf(Object.create(place, { marks: { value: marks } }) as Place) !== undefined;
    });
    expect(marked.length).toBeGreaterThan(3);
    expect(needless.map(([, way]) => way)).toEqual([]);
  });

  it('of a condition is no other expression’s', () => {
    const wrong = [...places].filter(([{ marks }]) => marks.editor === 'condition' && marks.expression !== true);
    expect(wrong.map(([, way]) => way)).toEqual([]);
  });

  it('has what its kind needs to be drawn', () => {
    expect(editorAt('small')).toEqual([{ kind: 'switch' }]);
    expect(editorAt('title')).toMatchObject([{ kind: 'caption' }]);
    expect(editorAt('description')).toMatchObject([{ kind: 'note', maxLength: 2000 }]);
    expect(editorAt('scope')).toEqual([{ kind: 'choice', values: ['tenant', 'global', 'inherited'] }]);
    expect(editorAt('record', 'properties', 'a', 'maxLength')).toMatchObject([{ kind: 'number', integer: true }]);
    expect(editorAt('record', 'properties', 'a', 'visible')).toEqual([{ kind: 'condition' }]);
    expect(editorAt('record', 'properties', 'a', 'compute')).toEqual([{ kind: 'expression' }]);
    expect(editorAt('record', 'properties', 'a', 'default')).toEqual([{ kind: 'value' }]);
    expect(editorAt('form', 'sections', 'base', 'fields')).toMatchObject([
      { kind: 'list', items: { marks: { names: 'field' } } },
    ]);
    expect(editorAt('states')).toMatchObject([{ kind: 'map', names: { of: 'state', called: '状态' } }]);
    expect(editorAt('pages', 'p', 'grants')).toMatchObject([{ kind: 'map', names: { of: 'role', called: '角色' } }]);
    const [form] = editorAt('retire');
    const asked = form?.kind === 'form' ? form.keywords.map(({ name, required }) => [name, required]) : [];
    expect(asked).toEqual([
      ['when', true],
      ['fire', true],
    ]);
  });

  it('of a place with several forms offers each of them', () => {
    const [to] = [...places].filter(([, way]) => way === '/transitions/*/to');
    expect(to === undefined ? undefined : editorOf(to[0])?.kind).toBe('alternatives');
    expect(editorAt('transitions', 't', 'to').map((editor) => editor?.kind)).toEqual(['name', 'list']);
    expect(editorAt('nothing')).toEqual([]);
    expect(editorAt('states', 's', 'nothing', 0)).toEqual([]);
  });
});
