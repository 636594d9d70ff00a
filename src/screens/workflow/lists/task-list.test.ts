import { expect, test } from 'vitest';
import { entryPath } from '../../../runtime/flow/entry-path.ts';
import { byTitle, formatTaskList, listOfPath, parseTaskList } from './task-list.ts';

test('the address keeps a list, without what is as usual', () => {
  const state = { keyword: '动火', entity: 'systemRule', current: 3, size: 50 };
  expect(parseTaskList(new URLSearchParams(formatTaskList(state)))).toEqual(state);
  expect(formatTaskList({ keyword: '', entity: '', current: 1, size: 20 })).toEqual({});
  expect(parseTaskList(new URLSearchParams('current=-1&size=7'))).toMatchObject({ current: 1, size: 20 });
});

test.each([
  ['/workflow/todo', 'todo'],
  ['/workflow/copied/', 'copied'],
  ['/workflow/other', 'todo'],
])('%s shows the list %s', (path, list) => {
  expect(listOfPath(path)).toBe(list);
});

test('an entry leads to its task, else to its request; a step to its record, begun where there is but one', () => {
  const pathOf = (page: string) => (page === 'workTicket' ? '/ticket/list' : undefined);
  const step = { taskId: null, requestId: null, page: 'workTicket', recordId: '3', rows: null };
  const analyse = { transition: 'analyse', title: '分析' };
  const vote = { ...step, steps: [], taskId: '7', requestId: '1' };
  expect(entryPath(vote, pathOf)).toBe('/workflow/task/7');
  expect(entryPath({ ...vote, taskId: null }, pathOf)).toBe('/workflow/request/1');
  expect(entryPath({ ...step, steps: [analyse] }, pathOf)).toBe('/ticket/list/view/3#do=analyse');
  expect(entryPath({ ...step, steps: [analyse, { transition: 'back', title: '退回' }] }, pathOf)).toBe(
    '/ticket/list/view/3',
  );
  expect(entryPath({ ...step, steps: [analyse], rows: 'ticketMeasure' }, pathOf)).toBe(
    '/ticket/list/view/3#do=ticketMeasure.analyse',
  );
  expect(entryPath({ ...step, steps: [analyse], page: 'other' }, pathOf)).toBe('/workflow/todo');
});

test('businesses are offered in the order of their titles', () => {
  const businesses = [
    { key: 'b', title: '隐患' },
    { key: 'a', title: '规章制度' },
  ];
  expect(byTitle(businesses)).toEqual([
    { key: 'a', title: '规章制度' },
    { key: 'b', title: '隐患' },
  ]);
});
