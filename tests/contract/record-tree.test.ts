import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RecordTree, RecordTreeBranch, RecordTreeNode } from '../../src/core/wire/record-tree.ts';
import { OUTLINE } from '../fixtures/outline.ts';
import { type Body, createPlantDesk, type PlantDesk, plantId } from '../fixtures/plant-desk.ts';
import { startTestServer, type TestServer } from '../fixtures/test-server.ts';

let server: TestServer;
let desk: PlantDesk;
const ids: Record<string, string> = {};
const officer = 'safetyOfficer';

async function stored(path: string, body: Body): Promise<string> {
  return String((await desk.call(officer, 'POST', `safety/risk/${path}/save`, body)).id);
}

const event = (eventName: string, unitId: string | undefined): Body => ({
  eventName,
  unitId,
  accidentType: '18',
  cause: '冷却中断',
  consequence: '物料喷出',
  method: 'LS',
  lValue: '4',
  sValue: '5',
  evaluationTime: desk.wall().slice(0, 10),
  evaluatorId: plantId(officer),
  controlMeasure: [
    { dataSrc: '2', classify1: '1', classify2: '1-1', measureDesc: `${eventName}的措施`, troubleContent: '是否投用' },
  ],
});

beforeAll(async () => {
  server = await startTestServer();
  desk = createPlantDesk(server);
  const duty = { deptId: plantId('shop'), dutyUserId: plantId('second') };
  ids.area = await stored('areas/main', {
    areaCode: 'SH-01',
    areaName: '树形示例区',
    areaType: 'tank',
    isMajor: '0',
    polygon: OUTLINE,
    ...duty,
  });
  ids.object = await stored('object', {
    objectCode: 'SH-01',
    objectName: '树形装置',
    objectType: 'unit',
    areaId: ids.area,
    ...duty,
  });
  for (const name of ['甲', '乙']) {
    ids[name] = await stored('unit', { unitName: `${name}釜`, objectId: ids.object, unitType: 'equipment', ...duty });
  }
  ids.event = await stored('event', event('超温', ids.甲));
});
afterAll(() => server?.stop());

const treeOf = (who: string, entity: string, id: string | undefined) =>
  desk.call<RecordTree>(who, 'GET', `system/record-tree?entity=${entity}&id=${id}`);
const belowOf = (entity: string, id: string | undefined, more = '') =>
  desk.call<RecordTreeBranch[]>(officer, 'GET', `system/record-tree/below?entity=${entity}&id=${id}${more}`);

/** A branch as text: names, with those below in brackets. */
function drawn(branch: RecordTreeBranch): string {
  const node = ({ label, branches }: RecordTreeNode): string =>
    branches === undefined || branches.length === 0 ? label : `${label}(${branches.map(drawn).join(' ')})`;
  return branch.nodes.map(node).join(' ');
}

describe('the tree beside a record', () => {
  it('leads from the topmost record down to this one, with what stands beside it and right below it', async () => {
    const unit = await treeOf(officer, 'riskUnit', ids.甲);
    expect(drawn(unit.root)).toBe('树形装置(甲釜(超温) 乙釜)');
    const whole = await treeOf(officer, 'riskEvent', ids.event);
    expect(drawn(whole.root)).toBe('树形装置(甲釜(超温(超温的措施)) 乙釜)');
    const [object] = whole.root.nodes;
    expect(object?.branches?.[0]).toMatchObject({
      entity: 'riskUnit',
      title: '风险分析单元',
      page: 'riskUnit',
      total: 2,
    });
    const [measure] = object?.branches?.[0]?.nodes[0]?.branches?.[0]?.nodes[0]?.branches?.[0]?.nodes ?? [];
    expect(measure).toMatchObject({ opens: false, tag: { text: '有效', color: 'green' } });
    expect(drawn((await treeOf(officer, 'controlMeasure', measure?.id)).root)).toBe(drawn(whole.root));
  });

  it('reads fifty of a kind at once, the record itself among them however far down, and the rest on demand', async () => {
    for (let number = 1; number <= 55; number += 1) {
      ids[`n${number}`] = await stored('event', event(`事件${String(number).padStart(2, '0')}`, ids.乙));
    }
    const [first] = await belowOf('riskUnit', ids.乙);
    expect([first?.nodes.length, first?.total]).toEqual([50, 55]);
    const [second] = await belowOf('riskUnit', ids.乙, '&below=riskEvent&current=2');
    expect(second?.nodes).toHaveLength(5);
    const known = new Set(first?.nodes.map(({ id }) => id));
    const last = second?.nodes[0];
    expect(known.has(last?.id ?? '')).toBe(false);
    const { root } = await treeOf(officer, 'riskEvent', last?.id);
    const events = root.nodes[0]?.branches?.[0]?.nodes.find(({ id }) => id === ids.乙)?.branches?.[0];
    expect(events?.nodes).toHaveLength(51);
    expect(events?.nodes.find(({ id }) => id === last?.id)?.branches?.[0]?.nodes).toHaveLength(1);
  });

  it('shows nobody what its pages do not show him, and names what is missing', async () => {
    const stranger = await desk.ask('employee', 'GET', `system/record-tree?entity=peril&id=1`);
    expect(stranger.status).toBe(404);
    const gone = await desk.ask(officer, 'GET', 'system/record-tree?entity=riskUnit&id=1');
    expect([gone.status, gone.msg]).toEqual([404, '风险分析单元不存在或已被删除']);
    const unnamed = await desk.ask(officer, 'GET', 'system/record-tree?entity=riskUnit');
    expect([unnamed.status, unnamed.msg]).toEqual([400, '编号不能为空']);
  });

  it('begins with the topmost record whose page the person may see', async () => {
    const matrix = JSON.stringify([{ permissionId: 'riskObject', actionList: [] }]);
    await server.database.transaction('645967', (connection) =>
      connection.execute('update data.role set permissions = $1 where "tenantId" = $2 and "roleCode" = $3', [
        matrix,
        '645967',
        officer,
      ]),
    );
    await server.metadata.invalidate('645967');
    const { root } = await treeOf(officer, 'riskUnit', ids.甲);
    expect(drawn(root)).toBe('甲釜(超温)');
  });
});
