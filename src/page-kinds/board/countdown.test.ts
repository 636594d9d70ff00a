import { expect, it } from 'vitest';
import { sample } from '../../../tests/fixtures/page-kinds/sample.ts';
import { buildModel } from '../../core/model/build-model.ts';
import type { RecordEnvironment } from '../../core/validation/record-environment.ts';
import type { WireRecord } from '../../core/wire/contract.ts';
import { fieldTypes } from '../../field-types/definitions.ts';
import type { EntityPageModel } from '../../runtime/model/page-model.ts';
import { pageKinds } from '../definitions.generated.ts';
import { countdownsOf, countdownText, soonText, urgencyOf } from './countdown.ts';
import type { GroupBoard } from './definition.ts';
import { cardGroups, countBy } from './group-model.ts';

const NOW = '2026-05-01 10:00:00';
const MINUTE = 60_000;

const { model } = buildModel(
  {
    ...sample,
    pages: {
      sample: {
        title: '样页',
        view: 'board',
        filters: ['status'],
        board: {
          group: 'level',
          due: [
            { left: 'time', title: '复检', when: "status == 'open'" },
            { left: 'until', when: "status == 'open'", overdue: "status == 'done'" },
            { left: 'day', when: "status == 'draft'" },
          ],
          count: ['status'],
        },
      },
    },
  },
  {
    area: 'demo',
    registry: fieldTypes,
    pageKinds,
    entity: () => undefined,
    dictionaries: { has: () => false, choices: () => undefined },
    settings: new Map(),
  },
);
const settings = model.pages.sample?.views[0].settings as GroupBoard;
const environment = { now: NOW, me: { userId: 'u1' } } as RecordEnvironment;
const page = {
  model,
  choices: () => [
    { key: '1', title: '重大' },
    { key: '2', title: '较大' },
  ],
} as unknown as EntityPageModel;
const record = (id: string, more: object): WireRecord =>
  ({ id, name: id, status: 'open', level: '2', ...more }) as unknown as WireRecord;
const told = (more: object) =>
  countdownsOf(record('1', more), settings, NOW, environment).map(({ title, left }) => [title, left / MINUTE]);

it.each([
  [12 * MINUTE, 'soon', '剩余12分钟'],
  [9 * MINUTE + 32_000, 'soon', '剩余9分32秒'],
  [30 * MINUTE, 'soon', '剩余30分钟'],
  [30 * MINUTE + 1, 'near', '剩余30分钟'],
  [3 * 3_600_000 + 120_000, 'calm', '剩余3小时2分钟'],
  [50 * 3_600_000, 'calm', '剩余2天2小时'],
  [0, 'past', '已超期0分0秒'],
  [-5_000, 'past', '已超期0分5秒'],
  [-26 * 3_600_000, 'past', '已超期1天2小时'],
])('%d milliseconds are %s: %s', (left, urgency, words) => {
  expect(urgencyOf(left, 30)).toBe(urgency);
  expect(countdownText({ left })).toBe(words);
});

it('says in which time what is soon runs out', () => {
  expect([soonText(30, 2), soonText(120, 2), soonText(4320, 2)]).toEqual([
    '30分钟内到期 2',
    '2小时内到期 2',
    '3天内到期 2',
  ]);
});

it('counts down to each deadline while its condition holds, the nearer first', () => {
  const times = { time: '2026-05-01 10:12:00', until: '2026-05-01 10:05:00' };
  expect(told(times)).toEqual([
    ['止', 5],
    ['复检', 12],
  ]);
  expect(told({ ...times, status: 'done' })).toEqual([]);
  expect(told({ until: '2026-05-01 09:59:00', status: 'done' })).toEqual([['止', -1]]);
});

it('ends a date with its day', () => {
  expect(told({ day: '2026-05-01', status: 'draft' })).toEqual([['日期', 14 * 60]]);
});

it('says nothing where the reader does not see what the condition reads', () => {
  const { status: _, ...unseen } = record('1', { time: '2026-05-01 10:12:00' });
  expect(countdownsOf(unseen, settings, NOW, environment)).toEqual([]);
});

it('puts cards together, what runs out first in front, those without a value under no name', () => {
  const records = [
    record('1', { level: '1', until: '2026-05-01 12:00:00' }),
    record('2', { until: '2026-05-01 18:00:00' }),
    record('3', { until: '2026-05-01 10:20:00' }),
    record('4', { level: null, until: '2026-05-01 09:00:00' }),
    record('5', { level: '1' }),
  ];
  const groups = cardGroups(page, settings, records, { now: NOW, environment });
  expect(groups.map(({ title, cards }) => [title, cards.map(({ record: { id } }) => id)])).toEqual([
    ['', ['4']],
    ['较大', ['3', '2']],
    ['重大', ['1', '5']],
  ]);
  expect(countBy(records, 'level').get('1')).toBe(2);
});
