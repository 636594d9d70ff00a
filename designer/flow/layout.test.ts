import { describe, expect, it } from 'vitest';
import { resolvedEntities } from '../../tests/fixtures/resolved-entities.ts';
import { diagramOf } from './diagram.ts';
import { layOut } from './layout.ts';
import { pointOn, type Route } from './route.ts';

const box = (id: string, width = 100) => ({ id, width, height: 40 });

describe('the layout of a flow', () => {
  it('leads down, and back ways turn nothing round', () => {
    const { spots } = layOut(
      ['a', 'b', 'c'].map((id) => box(id)),
      [
        ['a', 'b'],
        ['b', 'c'],
        ['c', 'a'],
      ],
    );
    const ys = ['a', 'b', 'c'].map((id) => spots.get(id)?.y ?? 0);
    expect(ys).toEqual([...ys].sort((left, right) => left - right));
    expect(new Set(ys).size).toBe(3);
  });

  it('leaves out what leads nowhere', () => {
    const { spots, routes } = layOut([box('a')], [['a', 'gone']]);
    expect([...spots.keys()]).toEqual(['a']);
    expect(routes).toEqual([undefined]);
  });

  const flows = resolvedEntities()
    .map(({ entity }) => entity)
    .filter(({ states }) => states !== undefined);

  it.each(flows.map((entity) => [entity.entity, entity] as const))('of %s lays nothing over another', (_, entity) => {
    const { nodes } = diagramOf(entity);
    expect(nodes.length).toBeGreaterThan(0);
    const over = nodes.flatMap((left, index) =>
      nodes
        .slice(index + 1)
        .filter(
          (right) =>
            left.x < right.x + right.width &&
            right.x < left.x + left.width &&
            left.y < right.y + right.height &&
            right.y < left.y + left.height,
        )
        .map((right) => `${left.id} ${right.id}`),
    );
    expect(over).toEqual([]);
  });

  it.each(flows.map((entity) => [entity.entity, entity] as const))('of %s leads no line behind a box', (_, entity) => {
    const { nodes, lines } = diagramOf(entity);
    const behind = lines.flatMap(({ id, source, target, route }) =>
      nodes
        .filter((node) => node.id !== source && node.id !== target && touches(route, node))
        .map((node) => `${id} behind ${node.id}`),
    );
    expect(behind).toEqual([]);
    for (const { source, target, route } of lines) {
      const [from, to] = [nodes.find(({ id }) => id === source), nodes.find(({ id }) => id === target)];
      if (from === undefined || to === undefined) throw new Error(`${source} or ${target} is not there`);
      // It leaves its box below, comes to its end from above, and lies over neither.
      expect(route[0]?.[0]).toEqual({ x: from.x + from.width / 2, y: from.y + from.height });
      expect(route.at(-1)?.[3]).toEqual({ x: to.x + to.width / 2, y: to.y });
      for (const [index, piece] of route.entries()) expect(route[index + 1]?.[0] ?? piece[3]).toEqual(piece[3]);
      expect([touches(route, from), touches(route, to)]).toEqual([false, false]);
    }
  });
});

interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Whether any point of a line lies within a box. */
function touches(route: Route, { x, y, width, height }: Area): boolean {
  const isWithin = (point: { x: number; y: number }) =>
    point.x > x + 1e-6 && point.x < x + width - 1e-6 && point.y > y + 1e-6 && point.y < y + height - 1e-6;
  return route.some((piece) => Array.from({ length: 65 }, (_, step) => pointOn(piece, step / 64)).some(isWithin));
}
