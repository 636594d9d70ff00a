import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ApproveInfo, FlowDiagrams, FlowHistory, RecordCourse, TaskEntry } from '../../src/core/wire/approval.ts';
import type { WirePage } from '../../src/core/wire/contract.ts';
import { patient } from '../fixtures/patience.ts';
import { startTicketPlant, type TicketPlant } from '../fixtures/ticket-story.ts';

const TICKET = 'workticket/ticket';
let plant: TicketPlant;
let id = '';

beforeAll(async () => {
  plant = await startTicketPlant();
  plant.nextMonday();
  id = await plant.draft('hot');
}, patient(120_000));
afterAll(() => plant?.stop());

const courseFor = async (who: string): Promise<RecordCourse> =>
  (await plant.ok(who, 'GET', `system/flow/course?entity=workTicket&id=${id}`)) as unknown as RecordCourse;

const told = ({ stages }: RecordCourse) =>
  stages.map(({ place, title, action, userName }) => [place, action ?? title, userName]);

it('tells what was done and by whom, whom the record waits for, and what comes then', async () => {
  const draft = await courseFor('applicant');
  expect(told(draft).slice(0, 2)).toEqual([
    ['now', '草稿', null],
    ['ahead', '待分析', null],
  ]);
  expect(draft.awaited).toEqual([]);

  const { version } = await plant.whole(id);
  await plant.ok('applicant', 'POST', `${TICKET}/submit`, { id, version });
  const sent = await courseFor('charger');
  expect(told(sent)).toEqual([
    ['done', '提交', '申庚一'],
    ['now', '待分析', null],
    ...['待措施确认', '待安全交底', '审批中', '待作业', '作业中', '待验收', '已关闭'].map((title) => [
      'ahead',
      title,
      null,
    ]),
  ]);
  expect(sent.stages[0]?.time).toBe(sent.since);
  expect(sent.awaited.map(({ kind, transition, people }) => [kind, transition, people.length > 0])).toContainEqual([
    'step',
    'analyse',
    true,
  ]);
});

it('names whoever set off what the platform did by itself', async () => {
  const other = await plant.draft('high');
  const { version } = await plant.whole(other);
  await plant.ok('applicant', 'POST', `${TICKET}/submit`, { id: other, version });
  await plant.prepare(other, []);
  const course = await plant.ok('charger', 'GET', `system/flow/course?entity=workTicket&id=${other}`);
  const done = told(course as unknown as RecordCourse).filter(([place]) => place === 'done');
  expect(done.map(([, what]) => what)).toEqual(['提交', '措施确认完成', '交底完成']);
  for (const [, , who] of done) expect(['申庚一', '责辛二', '监壬三', '作甲五']).toContain(who);
});

it('names the applicant as whoever asked for the approval that the platform opened, wherever that is told', async () => {
  const other = await plant.draft('high');
  const { version } = await plant.whole(other);
  await plant.ok('applicant', 'POST', `${TICKET}/submit`, { id: other, version });
  await plant.prepare(other, []);
  await plant.vote('charger', other);
  const read = async <Answer>(path: string) => (await plant.ok('charger', 'GET', path)) as unknown as Answer;
  const about = `entity=workTicket&id=${other}`;
  const [history] = await read<readonly FlowHistory[]>(`system/flow/history?${about}`);
  const { request } = await read<FlowDiagrams>(`system/flow/diagram?${about}`);
  const info = await read<ApproveInfo>(`system/flow/approve-info?requestId=${history?.requestId}`);
  const { records } = await read<WirePage<TaskEntry>>('system/flow/done?size=100');
  expect([
    history?.steps.find(({ action }) => action === 'submit')?.userName,
    request?.nodes[0]?.people[0]?.name,
    info.openedByName,
    records.find(({ recordId }) => recordId === other)?.openedByName,
  ]).toEqual(['申庚一', '申庚一', '申庚一', '申庚一']);
});

it('begins anew where a record was sent back', async () => {
  const { version } = await plant.whole(id);
  await plant.ok('applicant', 'POST', `${TICKET}/revoke-task`, { id, version, stepReason: '计划有变' });
  expect(told(await courseFor('applicant')).slice(0, 2)).toEqual([
    ['now', '草稿', null],
    ['ahead', '待分析', null],
  ]);
});

it('is told to nobody who may not see the record, and of none that is not there', async () => {
  for (const query of [`entity=workTicket&id=${id}`, `entity=workTicket&id=1`, `entity=none&id=1`]) {
    const { status } = await plant.call('designer', 'GET', `system/flow/course?${query}`);
    expect([403, 404]).toContain(status);
  }
});
