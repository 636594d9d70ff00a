import { expect, it } from 'vitest';
import type { WireRecord } from '../../../core/wire/contract.ts';
import { boardAreas, countBy, duesOf, isInWork, urgencyOf } from './board-model.ts';
import { dueText } from './board-text.ts';

const NOW = '2026-05-01 10:00:00';
const ticket = (id: string, more: object): WireRecord =>
  ({ id, ticketNo: id, status: 'working', areaId: 'a', areaIdLabel: '甲区', ...more }) as unknown as WireRecord;

it.each([
  [12 * 60_000, 'soon', '剩余12分钟'],
  [9 * 60_000 + 32_000, 'soon', '剩余9分32秒'],
  [30 * 60_000, 'soon', '剩余30分钟'],
  [30 * 60_000 + 1, 'near', '剩余30分钟'],
  [3 * 3_600_000 + 120_000, 'calm', '剩余3小时2分钟'],
  [50 * 3_600_000, 'calm', '剩余2天2小时'],
  [0, 'past', '已超期0分0秒'],
  [-5_000, 'past', '已超期0分5秒'],
  [-26 * 3_600_000, 'past', '已超期1天2小时'],
])('%d milliseconds are %s: %s', (left, urgency, words) => {
  expect(urgencyOf(left)).toBe(urgency);
  expect(dueText({ left })).toBe(words);
});

it('counts down to the gas test and the end of validity while work may go on, the nearer first', () => {
  const running = ticket('1', { gasDue: '2026-05-01 10:12:00', planEndTime: '2026-05-01 10:05:00' });
  expect(duesOf(running, NOW).map(({ kind, left }) => [kind, left / 60_000])).toEqual([
    ['validity', 5],
    ['gas', 12],
  ]);
  const done = { status: 'accepting', gasDue: '2026-05-01 09:00:00' };
  expect(duesOf(ticket('2', { ...done, planEndTime: '2026-05-01 11:00:00' }), NOW)).toEqual([]);
  expect(duesOf(ticket('3', { ...done, planEndTime: '2026-05-01 09:59:00' }), NOW)).toMatchObject([
    { kind: 'validity', urgency: 'past' },
  ]);
});

it('groups by area, what runs out first in front, and leaves out what expired before it was begun', () => {
  const records = [
    ticket('1', { areaId: 'b', areaIdLabel: '乙区', planEndTime: '2026-05-01 12:00:00' }),
    ticket('2', { planEndTime: '2026-05-01 18:00:00' }),
    ticket('3', { planEndTime: '2026-05-01 10:20:00' }),
    ticket('4', { status: 'expired', planEndTime: '2026-05-01 09:00:00', actualStartTime: null }),
    ticket('5', { status: 'suspended', areaId: null, areaIdLabel: null, planEndTime: '2026-05-01 09:00:00' }),
  ];
  expect(boardAreas(records, NOW).map(({ title, tickets }) => [title, tickets.map(({ record }) => record.id)])).toEqual(
    [
      ['', ['5']],
      ['甲区', ['3', '2']],
      ['乙区', ['1']],
    ],
  );
  expect(records.filter(isInWork)).toHaveLength(4);
  expect(countBy(records, 'status').get('working')).toBe(3);
});
