import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FlowColumn, FlowEntity, FlowFormField, FlowProcess, StartedProcess } from '../../src/core/wire/snaker.ts';
import { type BaseDesk, startBaseDesk } from '../fixtures/base-desk.ts';
import { patient } from '../fixtures/patience.ts';
import { plantId } from '../fixtures/plant-desk.ts';

/** The workflow calls of the specification (section 7), answered from the approvals that entities declare. */
describe('the workflow service', () => {
  let at: BaseDesk;
  beforeAll(async () => {
    at = await startBaseDesk([
      ['cost', '费丙三', 'costOfficer'],
      ['guardian', '监丁四', 'guardian'],
    ]);
  }, patient(120_000));
  afterAll(() => at?.server.stop());

  const read = <T>(who: string, path: string) => at.desk.call<T>(who, 'GET', `snaker/${path}`);
  const plan = () => ({
    year: `${Number(at.day().slice(0, 4)) + 1}-01-01`,
    industry: '1',
    lastRevenue: 800_000_000,
    carryOver: 0,
    items: [{ category: '1', content: '可燃气体报警器更换', dept: plantId('shop'), amount: 100_000 }],
    applicant: plantId('cost'),
    applyDept: plantId('shop'),
  });

  it('has one source, and says of it neither address nor account', async () => {
    expect(await read('cost', 'snaker-flow/datasource/list')).toEqual([{ id: 'anlan', name: '本平台', category: '2' }]);
    expect((await at.desk.ask('cost', 'GET', 'snaker/snaker-flow/datasource/tables?datasourceId=2')).status).toBe(404);
    const open = await at.server.main.inject({ url: '/api/anlan-snaker/snaker-flow/datasource/list' });
    expect(open.statusCode).toBe(401);
    expect((await at.desk.ask('cost', 'GET', 'snaker/snaker-flow/nothing')).status).toBe(404);
  });

  it('names the entities with approvals that the person sees, and the fields that he sees of them', async () => {
    const tables = await read<FlowEntity[]>('cost', 'snaker-flow/datasource/tables?datasourceId=anlan');
    expect(tables).toContainEqual({ tableName: 'costPlan', tableComment: '安全费用计划' });
    expect(tables.map(({ tableName }) => tableName)).not.toContain('law');
    const others = await read<FlowEntity[]>('guardian', 'snaker-flow/datasource/tables');
    expect(others.map(({ tableName }) => tableName)).not.toContain('costPlan');
    const columns = await read<FlowColumn[]>('cost', 'snaker-flow/datasource/columns?tableName=costPlan');
    expect(columns).toContainEqual({
      columnName: 'lastRevenue',
      columnType: 'number',
      columnComment: '上年度营业收入',
      isPk: false,
    });
    expect(columns.filter(({ isPk }) => isPk).map(({ columnName }) => columnName)).toEqual(['id']);
    const path = 'snaker/snaker-flow/datasource/columns?tableName=';
    expect((await at.desk.ask('guardian', 'GET', `${path}costPlan`)).status).toBe(404);
    expect((await at.desk.ask('cost', 'GET', `${path}user`)).status).toBe(404);
  });

  it('starts an approval as the entity itself does: with its checks, its rights and its people', async () => {
    const processes = await read<FlowProcess[]>('cost', 'snaker-flow/process/list?entity=costPlan');
    expect(processes.map(({ processKey, processName }) => [processKey, processName])).toEqual([
      ['costPlan.submit', '安全费用计划·提交审批'],
    ]);
    expect(await read<FlowFormField[]>('cost', 'snaker-flow/process/form?processKey=costPlan.submit')).toEqual([]);

    const started = await at.desk.call<StartedProcess>('cost', 'POST', 'snaker/process/start', {
      processKey: 'costPlan.submit',
      ...plan(),
    });
    expect(started).toMatchObject({ entity: 'costPlan', status: '1', requestId: expect.stringMatching(/^\d+$/) });
    await at.vote('chief', 'safety/security/cost/plan', started.recordId);

    const { id, version } = await at.desk.call('cost', 'POST', 'safety/security/cost/plan/save', plan());
    const existing = `entity=costPlan&id=${id}&version=${version}`;
    const again = await read<StartedProcess>('cost', `snaker-flow/process/start?${existing}`);
    expect(again).toMatchObject({ recordId: id, status: '1' });
    const twice = `snaker/process/start?${existing}`;
    // Whoever asks by GET again, as a proxy may, starts nothing a second time.
    expect((await at.desk.ask('cost', 'GET', twice)).status).toBe(409);
    expect((await at.desk.ask('guardian', 'GET', twice)).status).toBe(404);
    const body = { processKey: 'costPlan.submit', ...plan(), applyDept: null };
    expect(await at.desk.refused('cost', 'snaker/process/start', body)).toEqual([400, '请选择编制部门']);
  });
});
