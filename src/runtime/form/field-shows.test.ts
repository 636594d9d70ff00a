import { expect, test } from 'vitest';
import { smallPage, smallUser } from '../../../tests/fixtures/small-page.ts';
import { browserEnvironment } from '../model/record-environment.ts';
import { fieldShows } from './field-shows.ts';
import { createFormEngine } from './form-engine.ts';

const page = smallPage((entity) => ({
  ...entity,
  record: {
    ...entity.record,
    properties: {
      ...entity.record.properties,
      closedAt: { title: '关闭时间', field: 'date', type: 'string', format: 'date-time', disabledWhen: 'true' },
      openedAt: {
        title: '登记时间',
        field: 'date',
        type: 'string',
        format: 'date-time',
        disabledWhen: 'true',
        defaultFrom: 'now()',
      },
      told: { title: '已告知', field: 'radio', type: 'string', dict: 'yes-no', default: '0', disabledWhen: 'true' },
      finding: { title: '检查情况', field: 'input', type: 'string', visible: "status != '0'" },
    },
  },
}));
const environment = browserEnvironment(page, smallUser, { now: new Date('2026-05-06T00:00:00Z') });
const shown = (stored?: Record<string, unknown>) => {
  const engine = createFormEngine({ page, stored, environment });
  return ['name', 'openedAt', 'closedAt', 'told', 'finding'].filter((key) => fieldShows(engine, key));
};

test('a closed field is drawn once something has filled it', () => {
  expect(shown()).toEqual(['name', 'openedAt']);
  const stored = { id: '1', version: 1, name: '甲', status: '0' };
  expect(shown(stored)).toEqual(['name']);
  expect(shown({ ...stored, closedAt: '2026-05-05 08:00:00' })).toEqual(['name', 'closedAt']);
});

test('a mark that nobody enters is drawn once it is set', () => {
  const stored = { id: '1', version: 1, name: '甲', status: '0' };
  expect(shown({ ...stored, told: '0' })).toEqual(['name']);
  expect(shown({ ...stored, told: '1' })).toEqual(['name', 'told']);
});

test('what is not this person’s to enter is drawn once somebody has filled it', () => {
  const drawn = (name: string | null) => {
    const stored = { id: '1', version: 1, name, status: '0' };
    const engine = createFormEngine({ page, stored, environment, access: () => 'read' });
    return fieldShows(engine, 'name');
  };
  expect([drawn(null), drawn('甲')]).toEqual([false, true]);
});

test('a new record stands in its first state, as the save has it', () => {
  expect(shown()).not.toContain('finding');
  expect(shown({ id: '1', version: 1, name: '甲', status: '1' })).toContain('finding');
});

test('what other records count is drawn once there is something to count, and what follows from it once it is known', () => {
  const counting = smallPage((entity) => ({
    ...entity,
    record: {
      ...entity.record,
      properties: {
        ...entity.record.properties,
        expected: {
          title: '应到',
          field: 'calculate',
          type: 'number',
          scale: 0,
          rollup: { count: true, of: 'sample', by: 'other' },
        },
        came: {
          title: '实到',
          field: 'calculate',
          type: 'number',
          scale: 0,
          rollup: { count: true, of: 'sample', by: 'other' },
        },
        rate: { title: '到场率', field: 'calculate', type: 'number', scale: 1, compute: 'came / expected * 100' },
      },
    },
  }));
  const drawn = (stored?: Record<string, unknown>) => {
    const engine = createFormEngine({ page: counting, stored, environment });
    return ['total', 'grade', 'expected', 'came', 'rate'].filter((key) => fieldShows(engine, key));
  };
  // What follows from entered fields stands there to be watched, also while they are empty.
  expect(drawn()).toEqual(['total', 'grade']);
  const stored = { id: '1', version: 1, name: '甲', status: '0', expected: 0, came: 0, rate: null };
  expect(drawn(stored)).toEqual(['total', 'grade']);
  expect(drawn({ ...stored, expected: 4 })).toEqual(['total', 'grade', 'expected']);
  expect(drawn({ ...stored, expected: 4, came: 2, rate: 50 })).toEqual(['total', 'grade', 'expected', 'came', 'rate']);
});
