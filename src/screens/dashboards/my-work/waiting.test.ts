import { expect, test } from 'vitest';
import type { TaskEntry } from '../../../core/wire/approval.ts';
import type { AttentionAnswer } from '../../../core/wire/attention.ts';
import type { PageChoice } from '../../shared/page-choices.ts';
import { countedName, linesOfKind, waitingKinds, waitingLines, waitingRests, waitingTotal } from './waiting.ts';

const pages = [
  { code: 'troubleTask', path: '/safety/trouble/task', group: '隐患排查 / 任务' },
] as unknown as readonly PageChoice[];
const pathOf = (code: string) => (code === 'exam' ? '/safety/exam' : pages.find((page) => page.code === code)?.path);
const answer = (kind: AttentionAnswer['kind'], total: number, named: number): AttentionAnswer => ({
  entity: 'troubleTask',
  entityTitle: '排查任务',
  kind,
  title: kind === 'draft' ? '' : '待我检查',
  page: 'troubleTask',
  figure: `attention.${kind}`,
  total,
  records: Array.from({ length: named }, (_, index) => ({
    id: `${kind}${index}`,
    label: `任务${index}`,
    due: null,
    updateTime: '',
  })),
});

test('whatever is counted as waiting is named or has a list that leads to it', () => {
  const list = { found: [answer('mine', 9, 5), answer('draft', 2, 2), answer('wrong', 40, 3)], failed: [] };
  expect(waitingTotal(1, [], list)).toBe(12);
  expect(waitingLines([], list, pages, pathOf)).toHaveLength(7);
  expect(waitingRests(list, pages)).toEqual([
    {
      key: 'troubleTask attention.mine',
      business: '排查任务',
      step: '待我检查',
      path: '/safety/trouble/task?_figure=attention.mine',
      count: '9',
    },
  ]);
});

test('a record that stands in a task is neither named nor counted again', () => {
  const list = { found: [answer('mine', 9, 5)], failed: [] };
  const task = { id: 't', entity: 'troubleTask', recordId: 'mine3', line: '任务3', steps: [], page: 'troubleTask' };
  const tasks = [task as unknown as TaskEntry];
  expect(waitingLines(tasks, list, pages, pathOf).map(({ title }) => title)).toEqual([
    '任务3',
    '任务0',
    '任务1',
    '任务2',
    '任务4',
  ]);
  expect(waitingTotal(1, tasks, list)).toBe(9);
});

test('lines stand by kind: approvals first, businesses by their place in the menu, drafts last', () => {
  const list = { found: [answer('mine', 3, 3), answer('draft', 2, 2)], failed: [] };
  const task = {
    id: 't',
    entity: 'other',
    recordId: '1',
    kind: 'vote',
    line: '审批一件',
    levelTitle: '部门审批',
    steps: [],
    page: 'troubleTask',
  };
  // A step has its title where a vote has its level's.
  const step = { ...task, id: 's', recordId: '2', kind: 'step', levelTitle: '整改' };
  const lines = waitingLines([task, step] as unknown as TaskEntry[], list, pages, pathOf);
  expect(waitingKinds(lines)).toEqual([
    { key: 'vote', count: 1 },
    { key: '隐患排查', count: 4 },
    { key: 'draft', count: 2 },
  ]);
  expect(linesOfKind(lines, 'draft').map(({ kind }) => kind)).toEqual(['draft', 'draft']);
  expect(linesOfKind(lines, '')).toHaveLength(7);
});

test('a task leads to its page though the side menu does not show that', () => {
  const task = { id: 't', taskId: null, requestId: null, recordId: '7', steps: [], rows: null, page: 'exam' };
  const [line] = waitingLines([task as unknown as TaskEntry], { found: [], failed: [] }, pages, pathOf);
  expect(line?.path).toBe('/safety/exam/view/7');
});

test('a count is named with its business unless its name has it', () => {
  expect(countedName('设备', '逾期未检修')).toBe('设备 · 逾期未检修');
  expect(countedName('叉车档案', '叉车档案已过期')).toBe('叉车档案已过期');
});
