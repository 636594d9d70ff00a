import { expect, test } from 'vitest';
import { worldWith } from '../../../tests/fixtures/dialect-fixture.ts';
import { buildModel } from '../model/build-model.ts';
import type { Entity } from './entity.generated.ts';
import { modelWorldOf } from './lint-world.ts';
import { computeShippedRow } from './shipped-rows.ts';

const grade = (key: string, compute: string): Entity => ({
  dialect: 1,
  entity: key,
  title: '分级',
  small: true,
  api: { service: 'safety', base: key.toLowerCase() },
  record: {
    type: 'object',
    properties: {
      name: { title: '名称', field: 'input', type: 'string' },
      low: { title: '下限', field: 'number', type: 'number', scale: 1 },
      made: { title: '算出', field: 'calculate', type: 'number', scale: 1, compute },
      shown: { title: '显示', field: 'calculate', type: 'string', compute: "concat(name, '≥', made)" },
    },
  },
});

test('computed values of a shipped row are made of the row, of settings and of other shipped rows', () => {
  const other = grade('gradeBase', 'low');
  const world = {
    ...worldWith([
      grade('gradeRow', "low * setting('grade.factor') + lookup('gradeBase', low, name == parent.name)"),
      other,
    ]),
    settings: new Map<string, unknown>([['grade.factor', 1.5]]) as never,
  };
  const { model, problems } = buildModel(
    grade('gradeRow', "low * setting('grade.factor') + lookup('gradeBase', low, name == parent.name)"),
    modelWorldOf(world, 'safety'),
  );
  expect(problems).toEqual([]);
  const files = new Map([['gradeBase', { entity: 'gradeBase', rows: { a: { name: '甲', low: 0.5 } } }]]);
  const row = computeShippedRow(model, { name: '甲', low: 3 }, { settings: world.settings, files });
  expect(row).toEqual({ values: { name: '甲', low: 3, made: 5, shown: '甲≥5' }, undecided: [] });
});
