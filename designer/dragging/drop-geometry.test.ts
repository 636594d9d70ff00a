import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../mocks/demo-plant/seeded.ts';
import { speed } from './auto-scroll.ts';
import { type Box, type DropGroup, dropAt } from './drop-geometry.ts';

const box = (left: number, top: number, right: number, bottom: number): Box => ({ left, top, right, bottom });
const NOTHING: ReadonlySet<string> = new Set();

/** Two sections: rows of two and one over the whole width, and an empty one below. */
const FORM: readonly DropGroup[] = [
  {
    key: 'base',
    box: box(0, 0, 400, 300),
    items: [
      { id: 'a', box: box(0, 40, 190, 80) },
      { id: 'b', box: box(210, 40, 400, 80) },
      { id: 'c', box: box(0, 100, 400, 160) },
      { id: 'd', box: box(0, 180, 190, 220) },
    ],
  },
  { key: 'empty', box: box(0, 320, 400, 360), items: [] },
];

const at = (x: number, y: number, dragged = NOTHING) => {
  const drop = dropAt({ x, y }, FORM, dragged);
  return [drop?.group, drop?.after];
};

describe('where a thing is dropped', () => {
  it('is left or right of what stands beside others, above or below what has the row for itself', () => {
    expect(at(20, 60)).toEqual(['base', null]);
    expect(at(150, 60)).toEqual(['base', 'a']);
    expect(at(220, 60)).toEqual(['base', 'a']);
    expect(at(390, 60)).toEqual(['base', 'b']);
    expect(at(390, 110)).toEqual(['base', 'b']);
    expect(at(10, 150)).toEqual(['base', 'c']);
  });

  it('is anywhere in a section: its heading, the room beside its last field, an empty one', () => {
    expect(at(100, 2)).toEqual(['base', 'a']);
    expect(at(390, 200)).toEqual(['base', 'd']);
    expect(at(390, 299)).toEqual(['base', 'd']);
    expect(at(390, 340)).toEqual(['empty', null]);
    expect(at(390, 900)).toEqual(['empty', null]);
    expect(dropAt({ x: 1, y: 1 }, [], NOTHING)).toBeUndefined();
  });

  it('is never behind what is dragged itself', () => {
    expect(at(390, 60, new Set(['b']))).toEqual(['base', 'a']);
    expect(at(390, 60, new Set(['a', 'b']))).toEqual(['base', null]);
  });

  it('is told by a line at the edge of what it comes beside, for any form and point', () => {
    const random = seededRandom(7);
    const below = (most: number) => Math.floor(random() * most);
    for (let round = 0; round < 300; round += 1) {
      const groups = randomForm(below);
      const dragged = new Set(groups.flatMap(({ items }) => items.filter(() => below(6) === 0).map(({ id }) => id)));
      const point = { x: below(900) - 50, y: below(1_600) - 50 };
      const drop = dropAt(point, groups, dragged);
      const group = groups.find(({ key }) => key === drop?.group);
      expect(group).toBeDefined();
      // What lies within a group is dropped into it.
      const within = groups.find(({ box: { top, bottom } }) => point.y >= top && point.y <= bottom);
      if (within !== undefined && point.x >= 0 && point.x <= 800) expect(drop?.group).toBe(within.key);
      expect(drop?.after === null || group?.items.some(({ id }) => id === drop?.after)).toBe(true);
      expect(dragged.has(drop?.after ?? '')).toBe(false);
      const { left = 0, right = 0, top = 0, bottom = 0 } = drop?.line ?? {};
      expect(left === right || top === bottom).toBe(true);
      // The next one behind the line is the first behind `after` that stays.
      const rest = group?.items.filter(({ id }) => !dragged.has(id)) ?? [];
      const index = rest.findIndex(({ id }) => id === drop?.after);
      for (const [position, { box: other }] of rest.entries()) {
        const isBefore = other.bottom <= top + 5 || (other.top <= top + 5 && other.right <= left + 5 && left === right);
        if (isBefore) expect(position).toBeLessThanOrEqual(index);
      }
    }
  });
});

/** A form of some sections with fields in one to three columns, some over the whole width. */
function randomForm(below: (most: number) => number): DropGroup[] {
  const groups: DropGroup[] = [];
  let top = 0;
  for (let count = 1 + below(4); count > 0; count -= 1) {
    const columns = 1 + below(3);
    const width = 800 / columns;
    const start = top;
    const items: { id: string; box: Box }[] = [];
    let column = 0;
    top += 30;
    for (let fields = below(7); fields > 0; fields -= 1) {
      const isWide = columns === 1 || below(3) === 0;
      if (isWide && column > 0) [column, top] = [0, top + 50];
      const left = isWide ? 0 : column * width;
      items.push({
        id: `${groups.length}.${items.length}`,
        box: box(left, top, isWide ? 800 : left + width - 10, top + 40),
      });
      column = isWide ? columns : column + 1;
      if (column >= columns) [column, top] = [0, top + 50];
    }
    if (column > 0) top += 50;
    groups.push({ key: `section ${groups.length}`, box: box(0, start, 800, top + 10), items });
    top += 20;
  }
  return groups;
}

it('scrolls faster the nearer a point is to an edge, and not between', () => {
  expect(speed(100, 0, 400)).toBe(0);
  expect(speed(0, 0, 400)).toBe(-14);
  expect(speed(398, 0, 400)).toBe(13);
  expect(speed(30, 0, 400)).toBe(-5);
});
