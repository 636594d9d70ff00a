// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest';
import { heardRecords, keepHeard } from './heard.ts';

beforeEach(() => sessionStorage.clear());

test('what has sounded is remembered by person and page, and what no longer waits is forgotten', () => {
  expect(heardRecords('1', 'alarm')).toEqual(new Set());
  keepHeard('1', 'alarm', ['a', 'b']);
  expect(heardRecords('1', 'alarm')).toEqual(new Set(['a', 'b']));
  expect([heardRecords('2', 'alarm'), heardRecords('1', 'calls')]).toEqual([new Set(), new Set()]);
  keepHeard('1', 'alarm', ['b']);
  expect(heardRecords('1', 'alarm')).toEqual(new Set(['b']));
});

test('what is kept there and is none counts as nothing heard', () => {
  for (const kept of ['{', '{"a":1}', 'null']) {
    sessionStorage.setItem('anlan-heard 1 alarm', kept);
    expect(heardRecords('1', 'alarm')).toEqual(new Set());
  }
});
