import { expect, test } from 'vitest';
import type { PageChoice } from '../../screens/shared/page-choices.ts';
import { foundActions, foundPages, foundRecords } from './find-entries.ts';
import { stillThere } from './recent-finds.ts';

const page = (code: string, title: string, group: string): PageChoice => ({
  path: `/safety/${code}`,
  code,
  title,
  icon: '',
  newTab: false,
  described: true,
  group,
});
const pages = [
  page('dangerList', '隐患台账', '隐患排查治理'),
  page('riskReport', '隐患上报', '隐患排查治理'),
  page('chemical', '危化品档案', '安全档案'),
];
const spelled = {
  dangerList: ['yinhuantaizhang', 'yhtz'],
  riskReport: ['yinhuanshangbao', 'yhsb'],
  chemical: ['weihuapindangan', 'whpda'],
};
const titles = (typed: string) => foundPages(typed, pages, spelled).map(({ title }) => title);

test('pages are found by name, by spelling, by initials, and by where they stand, the best first', () => {
  expect(titles('台账')).toEqual(['隐患台账']);
  expect(titles('隐患')).toEqual(['隐患台账', '隐患上报']);
  expect(titles(' YHSB ')).toEqual(['隐患上报']);
  expect(titles('weihua')).toEqual(['危化品档案']);
  expect(titles('taizh')).toEqual(['隐患台账']);
  expect(titles('安全档案')).toEqual(['危化品档案']);
  expect(titles('')).toEqual([]);
  expect(titles('.*')).toEqual([]);
});

test('what may be added is found by the name of the page, by that of the action, and by nobody who may not', () => {
  const found = (typed: string, may: (code: string) => boolean) =>
    foundActions(typed, pages, spelled, may, (title) => `新增：${title}`).map(({ title, path }) => [title, path]);
  expect(found('上报', () => true)).toEqual([['新增：隐患上报', '/safety/riskReport/add']]);
  expect(found('新增', () => true)).toHaveLength(3);
  expect(found('上报', (code) => code !== 'riskReport')).toEqual([]);
});

test('records stand by business; where there are more, their list has the same search', () => {
  const records = [{ id: '1', line: '护栏松动' }];
  const answer = {
    groups: [
      { entity: 'peril', entityTitle: '隐患', page: 'dangerList', records, more: true },
      { entity: 'gone', entityTitle: '没有了', page: 'gone', records, more: false },
    ],
    partial: false,
  };
  const groups = foundRecords(' 护栏&松 ', answer, pages, (title) => `全部${title}`);
  expect(groups.map(({ title, entries }) => [title, entries.map(({ path }) => path)])).toEqual([
    ['隐患', ['/safety/dangerList/view/1', `/safety/dangerList?_q=${encodeURIComponent('护栏&松')}`]],
  ]);
  // A page that went away takes what was opened on it along.
  expect(stillThere(groups[0]?.entries ?? [], pages.slice(1))).toEqual([]);
});
