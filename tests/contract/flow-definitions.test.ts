import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WirePage, WireRecord } from '../../src/core/wire/contract.ts';
import { type BaseDesk, startBaseDesk } from '../fixtures/base-desk.ts';
import { patient } from '../fixtures/patience.ts';
import { plantId } from '../fixtures/plant-desk.ts';

const FLOW = 'system/flow-definition';
const RULE = 'safety/securitysystem/systemmgmt';

/** Chains of approval as data, with versions (handbook B7, flowDefinition). */
describe('a chain of approval that a company writes itself', () => {
  let at: BaseDesk;
  beforeAll(async () => {
    at = await startBaseDesk([
      ['admin1', '管理戊', 'administrator'],
      ['director', '总监丙', 'safetyDirector'],
    ]);
  }, patient(120_000));
  afterAll(() => at?.server.stop());

  let made = 0;
  /** Hands a rule in for approval; gives its id. */
  async function handedIn(): Promise<string> {
    made += 1;
    const { id } = await at.desk.call('safetyOfficer', 'POST', `${RULE}/submit`, {
      ...{ ruleNo: `AQ-GL-${String(made).padStart(3, '0')}`, name: `制度${made}`, ruleType: '1', ruleVersion: 'V1.0' },
      ...{ draftDept: plantId('shop'), drafter: plantId('safetyOfficer'), effectDate: at.day(10), reviewCycle: 12 },
      ...{ scopeDepts: [plantId('shop')], readRequired: '0', attachments: [await at.desk.photo('safetyOfficer')] },
    });
    return id;
  }

  /** Who is asked to decide about a record now. */
  async function asked(recordId: string): Promise<readonly string[]> {
    const found: string[] = [];
    for (const who of ['chief', 'principal', 'director', 'safetyOfficer']) {
      const todo = await at.desk.call<WirePage<WireRecord>>(
        who,
        'GET',
        'system/flow/todo?current=1&size=100&kind=vote',
      );
      if (todo.records.some((task) => task.recordId === recordId)) found.push(who);
    }
    return found;
  }

  /** Publishes a version of the chain of these parties, one after the other. */
  async function published(...parties: readonly string[]): Promise<WireRecord> {
    const draft = await at.desk.call('admin1', 'POST', `${FLOW}/save`, {
      ...{ flowName: '制度审批', flow: 'systemRule-submit', flowType: '1' },
    });
    for (const [index, party] of parties.entries()) {
      const node = { definitionId: draft.id, seq: index + 1, nodeName: `第${index + 1}级`, party, policy: 'any' };
      await at.desk.call('admin1', 'POST', `${FLOW}/node/save`, node);
    }
    return at.fire('admin1', FLOW, 'publish', draft.id);
  }

  it('is the shipped one until somebody publishes another, which needs nodes', async () => {
    const id = await handedIn();
    expect(await asked(id)).toEqual(['principal', 'director']);
    const { id: empty } = await at.desk.call('admin1', 'POST', `${FLOW}/save`, {
      ...{ flowName: '空', flow: 'systemRule-submit', flowType: '1' },
    });
    expect(await at.desk.refused('admin1', `${FLOW}/publish`, { id: empty, version: 1 })).toEqual([
      400,
      '流程还没有审批节点',
    ]);
    await at.desk.call('admin1', 'POST', `${FLOW}/remove?ids=${empty}`, {});
    expect((await at.desk.refused('director', `${FLOW}/save`, { flowName: '我的', flowType: '1' }))[0]).toBe(403);
    const ticket = { flowName: '动火', flow: 'workTicket-review', flowType: '1' };
    expect((await at.desk.refused('admin1', `${FLOW}/save`, ticket))[0]).toBe(400);
  });

  it('decides about what is handed in from then on; what runs goes on by the version it began with', async () => {
    const first = await published('head', 'safetyDirector');
    expect([first.status, first.versionNo]).toEqual(['1', 1]);
    const running = await handedIn();
    expect(await asked(running)).toEqual(['chief']);

    const second = await published('principal');
    expect(second.versionNo).toBe(2);
    expect((await at.desk.call('admin1', 'GET', `${FLOW}/detail?id=${first.id}`)).status).toBe('2');
    const later = await handedIn();
    expect(await asked(later)).toEqual(['principal']);

    // The first is at its first level still, and has its second one as well, though its version is out of use.
    await at.vote('chief', RULE, running);
    expect(await asked(running)).toEqual(['director']);
    await at.vote('director', RULE, running);
    expect((await at.desk.call('safetyOfficer', 'GET', `${RULE}/detail?id=${running}`)).status).toBe('2');
    await at.vote('principal', RULE, later);
    expect((await at.desk.call('safetyOfficer', 'GET', `${RULE}/detail?id=${later}`)).status).toBe('2');

    // What is published is not changed any more, neither the chain nor its nodes.
    const nodes = await at.desk.call<WirePage<WireRecord>>(
      'admin1',
      'GET',
      `${FLOW}/node/page?current=1&size=20&definitionId=${second.id}`,
    );
    const [node] = nodes.records;
    const changed = { id: node?.id, version: node?.version, nodeName: '改了' };
    expect((await at.desk.refused('admin1', `${FLOW}/node/save`, changed))[0]).not.toBe(200);

    await at.fire('admin1', FLOW, 'withdraw', second.id);
    expect(await asked(await handedIn())).toEqual(['principal', 'director']);
  });

  it('is copied with its nodes as the draft of the next version, of which there is one', async () => {
    const shown = await published('head', 'principal');
    const revised = await at.fire('admin1', FLOW, 'revise', shown.id);
    const { records } = await at.desk.call<WirePage<WireRecord>>(
      'admin1',
      'GET',
      `${FLOW}/page?current=1&size=20&flow=systemRule-submit&status=0&flowName=${encodeURIComponent('制度审批')}`,
    );
    expect(records.map(({ flowName, versionNo }) => [flowName, versionNo ?? null])).toEqual([['制度审批', null]]);
    const draft = records[0]?.id ?? '';
    const nodes = await at.desk.call<WirePage<WireRecord>>(
      'admin1',
      'GET',
      `${FLOW}/node/page?current=1&size=20&definitionId=${draft}`,
    );
    expect(nodes.records.map(({ seq, party, status }) => [seq, party, status])).toEqual([
      [1, 'head', '0'],
      [2, 'principal', '0'],
    ]);
    expect(await at.desk.refused('admin1', `${FLOW}/revise`, { id: shown.id, version: revised.version })).toEqual([
      400,
      '这个流程已有一个草稿版本，请在它上面修改',
    ]);
    const next = await at.fire('admin1', FLOW, 'publish', draft);
    expect(next.versionNo).toBe(Number(shown.versionNo) + 1);
    expect((await at.desk.call('admin1', 'GET', `${FLOW}/detail?id=${shown.id}`)).status).toBe('2');
  });
});
