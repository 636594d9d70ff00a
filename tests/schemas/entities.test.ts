import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { readWorld } from '../../scripts/metadata/read-world.ts';
import { generateAll } from '../../scripts/metadata/types.ts';
import { lintWorld, modelWorldOf } from '../../src/core/dialect/lint-world.ts';
import { formatProblem } from '../../src/core/dialect/problem.ts';
import { buildModel } from '../../src/core/model/build-model.ts';
import { expectHolds } from '../fixtures/held-example.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const { world, problems } = readWorld(path.join(root, 'schemas'));

describe('the shipped entities', () => {
  it('are read and analysed without an error', () => {
    const errors = [...problems, ...lintWorld(world)].filter((problem) => problem.severity === 'error');
    expect(errors.map(formatProblem)).toEqual([]);
    expect(world.entities.size).toBeGreaterThanOrEqual(13);
  });

  it('are imported wherever they can be added by hand, or say why not', () => {
    const missed = lintWorld(world).filter(({ message }) => message.includes('而不能导入'));
    expect(missed.map(formatProblem)).toEqual([]);
  });

  it('leave no field to a section that nobody wrote', () => {
    const left = [...world.entities.values()].flatMap(({ area, entity }) => {
      const given = entity.form?.sections ?? {};
      const last = buildModel(entity, modelWorldOf(world, area)).model.sections.at(-1);
      if (Object.keys(given).length === 0 || last === undefined || Object.hasOwn(given, last.key)) return [];
      return last.fields.map((key) => `${entity.entity}.${key}`);
    });
    expect(left).toEqual([]);
  });

  it('let nobody take over whom a standard wants to sign: in special work, and the principal of major dangers', () => {
    const levelsOf = (key: string) =>
      Object.entries(world.entities.get(key)?.entity.transitions ?? {}).flatMap(([name, { approve }]) => [
        ...Object.entries(approve?.levels ?? {}).map(([level, { qualified }]) => [
          `${name}.${level}`,
          qualified === true,
        ]),
        ...(approve?.from === undefined ? [] : [[name, approve.from.qualified === true]]),
      ]);
    const special = levelsOf('workTicket');
    expect(special.length).toBeGreaterThan(9);
    expect(special.filter(([, qualified]) => qualified !== true)).toEqual([]);
    const danger = levelsOf('peril');
    expect(danger.length).toBeGreaterThan(6);
    for (const [level, qualified] of danger)
      expect([level, qualified]).toEqual([level, /\.principal$/.test(String(level))]);
  });

  const examples = [...world.entities.values()].flatMap(({ area, entity }) =>
    (entity.examples ?? []).map((example) => [`${entity.entity}: ${example.title}`, area, entity, example] as const),
  );

  it('have examples', () => {
    expect(examples.length).toBeGreaterThan(0);
  });

  it.each(examples)('%s', (_, area, entity, example) => {
    const { model } = buildModel(entity, modelWorldOf(world, area));
    expectHolds(model, example, world);
  });

  it('have the generated types and references that are checked in', async () => {
    const stale = [...(await generateAll())].filter(
      ([file, text]) => readFileSync(path.join(root, file), 'utf8') !== text,
    );
    expect(stale.map(([file]) => file)).toEqual([]);
  });
});
