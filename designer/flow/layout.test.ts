import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Entity } from '../../src/core/dialect/entity.generated.ts';
import { diagramOf } from './diagram.ts';
import { layOut } from './layout.ts';

const box = (id: string, width = 100) => ({ id, width, height: 40 });

describe('the layout of a flow', () => {
  it('leads down, and back ways turn nothing round', () => {
    const spots = layOut(
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
    expect([...layOut([box('a')], [['a', 'gone']]).keys()]).toEqual(['a']);
  });

  const folder = join(import.meta.dirname, '../../schemas/areas');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.entity.json'),
  );
  const flows = files
    .map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as Entity)
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
});
