import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WirePage, WireRecord } from '../../src/core/wire/contract.ts';
import { type BaseDesk, startBaseDesk } from '../fixtures/base-desk.ts';
import { patient } from '../fixtures/patience.ts';
import { plantId } from '../fixtures/plant-desk.ts';

const RULES = 'safety/securitysystem/systemmgmt';
const READING = 'safety/securitysystem/reading';

describe('a rule that must be read', () => {
  let at: BaseDesk;
  beforeAll(async () => {
    at = await startBaseDesk([
      ['director', '安戊五', 'safetyDirector'],
      ['hand', '工辛八', 'employee', 'shop'],
      ['clerk', '文壬九', 'employee'],
    ]);
  }, patient(120_000));
  afterAll(() => at?.server.stop());

  const published = async (ruleNo: string, more: object = {}) => {
    const { id } = await at.desk.call('safetyOfficer', 'POST', `${RULES}/submit`, {
      ruleNo,
      name: `动火管理制度${ruleNo}`,
      ruleType: '2',
      ruleVersion: 'V1.0',
      draftDept: plantId('company'),
      drafter: plantId('safetyOfficer'),
      effectDate: at.day(),
      reviewCycle: 36,
      scopeDepts: [plantId('shop')],
      readRequired: '1',
      attachments: [await at.desk.photo('safetyOfficer')],
      ...more,
    });
    await at.vote('director', RULES, id);
    return id;
  };
  const readingsOf = async (rule: string) =>
    (await at.desk.call<WirePage<WireRecord>>('director', 'GET', `${READING}/page?current=1&size=100&rule=${rule}`))
      .records;

  it('is in the list of whoever belongs to its departments, and the rate follows what they confirm', async () => {
    const rule = await published('AQ-GL-801');
    const readings = await readingsOf(rule);
    expect(readings.map(({ user }) => user)).toContain(plantId('hand'));
    expect(readings.map(({ user }) => user)).not.toContain(plantId('clerk'));
    const own = readings.find(({ user }) => user === plantId('hand'));
    expect((await at.desk.refused('clerk', `${READING}/read`, { id: own?.id }))[0]).toBe(404);
    expect((await at.desk.refused('director', `${READING}/read`, { id: own?.id }))[0]).toBe(403);
    await at.fire('hand', READING, 'read', String(own?.id));
    const { readers, readDone, readRate } = await at.desk.call('director', 'GET', `${RULES}/detail?id=${rule}`);
    expect([readers, readDone]).toEqual([readings.length, 1]);
    expect(readRate).toBe(Math.round(1000 / readings.length) / 10);
    await at.fire('director', RULES, 'abolish', rule, { abolishReason: '并入新制度' });
    expect(new Set((await readingsOf(rule)).map(({ status }) => status))).toEqual(new Set(['1', '2']));
  });

  it('makes nothing to read where it need not be', async () => {
    expect(await readingsOf(await published('AQ-GL-802', { readRequired: '0' }))).toEqual([]);
  });
});
