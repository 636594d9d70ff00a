import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WirePage, WireRecord } from '../../src/core/wire/contract.ts';
import type { StatisticsBlock } from '../../src/core/wire/statistics.ts';
import { type BaseDesk, startBaseDesk } from '../fixtures/base-desk.ts';
import { patient } from '../fixtures/patience.ts';
import { plantId } from '../fixtures/plant-desk.ts';
import { runUntil } from '../fixtures/run-until.ts';

const PLAN = 'safety/security/cost/plan';
const RECEIPT = 'safety/security/cost/receive';

describe('safety costs (财资〔2022〕136号)', () => {
  let at: BaseDesk;
  let year: string;

  beforeAll(async () => {
    at = await startBaseDesk([
      ['cost', '费丙三', 'costOfficer'],
      ['buyer', '购丁四', 'deptManager', 'shop'],
    ]);
    year = `${Number(at.day().slice(0, 4)) + 1}-01-01`;
  }, patient(120_000));
  afterAll(() => at?.server.stop());

  const plan = (more: object = {}) => ({
    year,
    industry: '1',
    lastRevenue: 800_000_000,
    carryOver: 0,
    items: [{ category: '1', content: '可燃气体报警器更换', dept: plantId('shop'), amount: 100_000 }],
    applicant: plantId('cost'),
    applyDept: plantId('shop'),
    ...more,
  });

  /** A plan that all three levels have approved. */
  async function approved(more: object = {}): Promise<string> {
    const { id } = await at.desk.call('cost', 'POST', `${PLAN}/submit`, plan(more));
    for (const who of ['chief', 'cost', 'principal']) await at.vote(who, PLAN, id);
    return id;
  }

  it.each([
    [8_000_000, 360_000],
    [10_000_000, 450_000],
    [50_000_000, 1_350_000],
    [100_000_000, 2_475_000],
    [800_000_000, 6_325_000],
    [1_000_000_000, 7_425_000],
    [1_200_000_000, 7_825_000],
  ])('accrues of a revenue of %d what the tiers of art. 21 give: %d', async (lastRevenue, accrual) => {
    const saved = await at.desk.call('cost', 'POST', `${PLAN}/save`, plan({ lastRevenue }));
    expect(saved).toMatchObject({ accrual, status: '0' });
  });

  it('refuses a tier that overlaps another of its kind of enterprise, and one of the same tier moved into it', async () => {
    const TIER = 'safety/security/cost/tier';
    const overlaps = [400, '与该企业类型的另一档重叠，重叠的收入会提取两次'];
    const tier = { name: '试行档', industry: '1', lower: 500_000, upper: 600_000, rate: 0.01 };
    expect(await at.desk.refused('cost', `${TIER}/save`, tier)).toEqual(overlaps);
    expect(await at.desk.refused('cost', `${TIER}/save`, { ...tier, lower: 5e10, upper: null })).toEqual(overlaps);
    const { records } = await at.desk.call<WirePage<WireRecord>>(
      'cost',
      'GET',
      `${TIER}/page?industry=1&orderBy=lower&size=20`,
    );
    const [first, second] = records;
    const saved = { id: first?.id, version: first?.version };
    expect(await at.desk.refused('cost', `${TIER}/save`, { ...saved, upper: Number(second?.lower) + 1 })).toEqual(
      overlaps,
    );
    await at.desk.call('cost', 'POST', `${TIER}/save`, { ...saved, upper: second?.lower });
  });

  it('tells a form what last year has left, before it is saved', async () => {
    const told = await at.desk.call('cost', 'POST', `${PLAN}/defaults`, { year });
    expect(told).toMatchObject({ lastAccrual: null, carryOver: 0 });
    expect((await at.desk.refused('principal', `${PLAN}/defaults`, { year }))[0]).toBe(403);
  });

  it('asks why a plan exceeds what there is, and refuses an industry without rates', async () => {
    const items = [{ category: '1', content: '报警器', dept: plantId('shop'), amount: 6_325_000.01 }];
    expect(await at.desk.refused('cost', `${PLAN}/submit`, plan({ items }))).toEqual([400, '请输入超出说明']);
    const other = await at.desk.ask('cost', 'POST', `${PLAN}/submit`, plan({ industry: '5', items }));
    expect(other.errors?.map(({ pointer }) => pointer)).toContain('/industry');
  });

  it('accrues month by month once approved, pauses while the balance is three times what was due, and adds up', async () => {
    // What was due last year is small, so that the balance passes three times it after some months.
    const id = await approved({ lastAccrual: 800_000 });
    await runUntil(at.server, `${year.slice(0, 4)}-12-02 00:01:00`);
    const { records } = await at.desk.call<WirePage<WireRecord>>(
      'cost',
      'GET',
      `safety/security/cost/accrual/page?current=1&size=50&plan=${id}`,
    );
    const months = [...records].sort((a, b) => String(a.month).localeCompare(String(b.month)));
    expect(months.map(({ month }) => month)).toHaveLength(12);
    const monthly = 527_083.33;
    // 527,083.33 a month: the opening balance of June, five months on, is the first above 2,400,000.
    expect(months.slice(0, 6).map(({ opening, amount, status }) => [opening, amount, status])).toEqual([
      [0, monthly, '1'],
      [monthly, monthly, '1'],
      [1_054_166.66, monthly, '1'],
      [1_581_249.99, monthly, '1'],
      [2_108_333.32, monthly, '1'],
      [2_635_416.65, 0, '2'],
    ]);
    expect(months.slice(6).every(({ amount, status }) => amount === 0 && status === '2')).toBe(true);
    expect(await at.desk.call('cost', 'GET', `${PLAN}/detail?id=${id}`)).toMatchObject({
      accruedToDate: 2_635_416.65,
      used: 0,
      balance: 2_635_416.65,
    });
    expect(await at.desk.refused('cost', `${PLAN}/submit`, plan())).toEqual([400, '该年度已有批准的安全费用计划']);
  });

  describe('a receipt', () => {
    let planId: string;

    beforeAll(async () => {
      year = `${at.day().slice(0, 4)}-01-01`;
      const found = await at.desk.call<WirePage<WireRecord>>('cost', 'GET', `${PLAN}/page?current=1&size=5&status=2`);
      const mine = found.records.find((record) => record.year === year);
      planId =
        mine?.id ??
        (await approved({ items: [{ category: '1', content: '报警器', dept: plantId('shop'), amount: 1_000 }] }));
    });

    const receipt = async (more: object = {}) => ({
      plan: planId,
      category: '1',
      content: '更换报警器两台',
      useDept: plantId('shop'),
      useDate: at.day(),
      amount: 100,
      handler: plantId('buyer'),
      // A file belongs to one record.
      vouchers: [await at.desk.photo('buyer')],
      ...more,
    });

    it.each([
      ['no amount', { amount: 0 }, '金额须大于0，冲销的登记须小于0'],
      ['a day to come', () => ({ useDate: at.day(1) }), '支出日期不能晚于今天'],
      ['a number of nine digits', { invoiceNo: '123456789' }, '发票号为8位或20位数字'],
      ['no voucher', { vouchers: [] }, '请上传凭证附件'],
    ])('with %s is refused', async (_, more, msg) => {
      const [status, said] = await at.desk.refused(
        'buyer',
        `${RECEIPT}/submit`,
        await receipt(typeof more === 'function' ? more() : more),
      );
      expect([status, said]).toEqual([400, msg]);
    });

    it('counts once approved, is not changed any more, and is reversed by the cost officer alone', async () => {
      const before = await at.desk.call('cost', 'GET', `${PLAN}/detail?id=${planId}`);
      const { id } = await at.desk.call('buyer', 'POST', `${RECEIPT}/submit`, await receipt({ invoiceNo: '12345678' }));
      expect((await at.desk.call('cost', 'GET', `${PLAN}/detail?id=${planId}`)).used).toBe(before.used);
      for (const who of ['chief', 'cost']) await at.vote(who, RECEIPT, id);
      expect((await at.desk.call('cost', 'GET', `${PLAN}/detail?id=${planId}`)).used).toBe(Number(before.used) + 100);
      const { version } = await at.desk.call('buyer', 'GET', `${RECEIPT}/detail?id=${id}`);
      expect((await at.desk.refused('buyer', `${RECEIPT}/save`, { id, version, amount: 1 }))[0]).toBeGreaterThanOrEqual(
        400,
      );
      expect(await at.desk.refused('buyer', `${RECEIPT}/submit`, await receipt({ invoiceNo: '12345678' }))).toEqual([
        400,
        '该发票号已登记',
      ]);
      const back = await receipt({ reverses: id, amount: -100, content: '冲销误登的一笔' });
      expect(await at.desk.refused('buyer', `${RECEIPT}/submit`, back)).toEqual([400, '您不能修改冲销的登记']);
      const reversed = await at.desk.call('cost', 'POST', `${RECEIPT}/submit`, {
        ...back,
        handler: plantId('cost'),
        vouchers: [await at.desk.photo('cost')],
      });
      for (const who of ['chief', 'cost']) await at.vote(who, RECEIPT, reversed.id);
      expect((await at.desk.call('cost', 'GET', `${PLAN}/detail?id=${planId}`)).used).toBe(before.used);
    });

    it('over the budget of its category says why, and the statistics agree with the rows', async () => {
      const over = await receipt({ category: '9', content: '安责险', amount: 50 });
      expect(await at.desk.refused('buyer', `${RECEIPT}/submit`, over)).toEqual([400, '请输入超预算说明']);
      const { id } = await at.desk.call('buyer', 'POST', `${RECEIPT}/submit`, { ...over, overReason: '费率上调' });
      for (const who of ['chief', 'cost']) await at.vote(who, RECEIPT, id);
      const rows = await at.desk.call<WirePage<WireRecord>>(
        'cost',
        'GET',
        `${RECEIPT}/page?current=1&size=100&status=2`,
      );
      const total = rows.records.reduce((sum, { amount }) => sum + Number(amount), 0);
      const { blocks } = await at.desk.call<{ blocks: StatisticsBlock[] }>(
        'cost',
        'GET',
        `${RECEIPT}/statistic?block=byCategory&page=costStatistic`,
      );
      expect(blocks[0]?.rows.reduce((sum, { values: [used] }) => sum + (used ?? 0), 0)).toBe(total);
    });
  });
});
