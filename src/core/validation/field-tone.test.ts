import { expect, it } from 'vitest';
import { fieldTypes } from '../../field-types/definitions.ts';
import { pageKinds } from '../../page-kinds/definitions.generated.ts';
import type { Entity } from '../dialect/entity.generated.ts';
import { buildModel } from '../model/build-model.ts';
import { fieldTone } from './field-tone.ts';
import type { RecordEnvironment, RecordValues } from './record-environment.ts';

const entity: Entity = {
  dialect: 1,
  entity: 'sample',
  title: '样品',
  api: { service: 'safety', base: 'sample' },
  record: {
    type: 'object',
    properties: {
      value: {
        title: '结果',
        field: 'number',
        type: 'number',
        scale: 2,
        tone: [
          { when: 'value > limit', title: '高于上限', color: 'red' },
          { when: 'value < 19.5', title: '偏低', color: 'orange' },
        ],
      },
      limit: { title: '上限', field: 'number', type: 'number', scale: 2 },
      until: {
        title: '期限',
        field: 'date',
        type: 'string',
        format: 'date-time',
        tone: [
          { when: 'until < now()', title: '超期', color: 'red', left: 'until' },
          { when: 'until < now() + days(3)', title: '只剩', color: 'orange', left: 'until' },
        ],
      },
      day: {
        title: '有效至',
        field: 'date',
        type: 'string',
        format: 'date',
        tone: [{ when: 'day <= today() + days(30)', title: '剩', color: 'orange', left: 'day' }],
      },
    },
  },
};

const { model, problems } = buildModel(entity, {
  area: 'work',
  registry: fieldTypes,
  pageKinds,
  dictionaries: { has: () => false, choices: () => undefined },
  entity: () => undefined,
  settings: new Map(),
});

const environment: RecordEnvironment = {
  now: '2026-11-20 12:00:00',
  me: { userId: '7', account: 'a', realName: '甲', deptId: '3', deptIds: ['3'], roles: [], tenantId: '645967' },
  choices: () => undefined,
};

const tone = (key: string, record: RecordValues) => {
  const field = model.field.get(key);
  return field === undefined ? undefined : fieldTone(field, record, environment);
};

it('the first condition that holds says its word', () => {
  expect(problems).toEqual([]);
  expect(tone('value', { value: 24, limit: 23.5 })).toEqual({ word: '高于上限', color: 'red' });
  expect(tone('value', { value: 18, limit: 23.5 })).toEqual({ word: '偏低', color: 'orange' });
  expect(tone('value', { value: 21, limit: 23.5 })).toBeUndefined();
  expect(tone('value', { value: null, limit: null })).toBeUndefined();
});

it('what the reader does not see decides nothing, also where another branch would hold', () => {
  expect(tone('value', { value: 24 })).toBeUndefined();
  expect(tone('value', { value: 18 })).toEqual({ word: '偏低', color: 'orange' });
});

it('says how long it is until a moment or since it, in the largest whole unit', () => {
  const word = (until: string) => tone('until', { until })?.word;
  expect(word('2026-11-18 11:59:59')).toBe('超期 2天');
  expect(word('2026-11-20 09:30:00')).toBe('超期 2小时');
  expect(word('2026-11-20 12:00:20')).toBe('只剩 1分钟');
  expect(word('2026-11-22 12:00:00')).toBe('只剩 2天');
  expect(word('2026-11-24 12:00:00')).toBeUndefined();
});

it('counts days of a date from midnight', () => {
  expect(tone('day', { day: '2026-11-21' })?.word).toBe('剩 1天');
  expect(tone('day', { day: '2026-11-20' })?.word).toBe('剩 0天');
});
