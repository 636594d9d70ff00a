import { expect, it } from 'vitest';
import { type Holder, holderKey, parseHolder } from './holder.ts';
import { endOfMoment, startOfMoment } from './moments.ts';

const HOLDERS: readonly (readonly [string, Holder])[] = [
  ['user:7', { kind: 'user', id: '7' }],
  ['head:shop', { kind: 'head', dept: 'shop' }],
  ['above:2:shop', { kind: 'above', up: 2, dept: 'shop' }],
  ['superior:1:7', { kind: 'superior', up: 1, user: '7' }],
  ['role:guard:e1.t1', { kind: 'role', code: 'guard', step: 'e1.t1' }],
  ['post:fitter', { kind: 'post', code: 'fitter' }],
  // Ids are whatever text they are.
  ['user:a:b', { kind: 'user', id: 'a:b' }],
  ['role:guard:e1.t:1', { kind: 'role', code: 'guard', step: 'e1.t:1' }],
];

it.each(HOLDERS)('%s names a holder, and nobody else', (key, holder) => {
  expect([holderKey(holder), parseHolder(key)]).toEqual([key, holder]);
});

it('what names no holder is none', () => {
  expect([parseHolder('nobody:1'), parseHolder('')]).toEqual([undefined, undefined]);
});

it('a day begins at its first second and ends with its last, a moment is itself', () => {
  const zone = 'Asia/Shanghai';
  expect([startOfMoment('2026-05-01', zone), endOfMoment('2026-05-01', zone)]).toEqual([
    ...['2026-04-30T16:00:00.000Z', '2026-05-01T15:59:59.000Z'],
  ]);
  for (const of of [startOfMoment, endOfMoment]) {
    expect([of('2026-05-01 08:00:00', zone), of(null, zone), of('soon', zone), of(7, zone)]).toEqual([
      ...['2026-05-01T00:00:00.000Z', null, null, null],
    ]);
  }
});
