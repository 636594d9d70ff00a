import { expect, test } from 'vitest';
import type { AttentionAnswer } from '../../../core/wire/attention.ts';
import type { PageChoice } from '../../shared/page-choices.ts';
import { waitingLines, waitingRests, waitingTotal } from './waiting.ts';

const pages = [{ code: 'troubleTask', path: '/safety/trouble/task' }] as unknown as readonly PageChoice[];
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
  expect(waitingTotal(1, list)).toBe(12);
  expect(waitingLines([], list, pages)).toHaveLength(7);
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
