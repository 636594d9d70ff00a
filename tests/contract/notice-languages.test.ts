import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inLanguage } from '../../server/ground/language/language.ts';
import type { Language } from '../../src/core/text/language.ts';
import type { Envelope, WirePage, WireRecord } from '../../src/core/wire/contract.ts';
import { patient } from '../fixtures/patience.ts';
import { SIGN, startTicketPlant, type TicketPlant } from '../fixtures/ticket-story.ts';

const TICKET = 'workticket/ticket';
const PEOPLE = ['applicant', 'charger', 'guardian', 'boss', 'equipment', 'director', 'safetyOfficer', 'administrator'];
/** What people wrote, and nobody translates. */
const OWN_WORDS = ['脚手架松动', '装置泄漏', '条件不具备', '不再需要', '聚合釜区', '二层R-101釜', '高处作业制度'];
const HAN = /\p{Script=Han}/u;
let plant: TicketPlant;

beforeAll(async () => {
  plant = await startTicketPlant();
}, patient(120_000));
afterAll(() => plant?.stop());

async function inbox(who: string, language: Language, query = ''): Promise<readonly WireRecord[]> {
  const { headers } = await plant.server.signIn(who);
  const url = `/api/anlan-system/notice/page?page=notice&size=100${query}`;
  const response = await plant.server.main.inject({ url, headers: { ...headers, 'accept-language': language } });
  return response.json<Envelope<WirePage<WireRecord>>>().data.records;
}

const wordsOf = ({ title, text }: WireRecord): string => [title, text].filter((part) => part).join(' | ');

function withoutOwnWords(text: string): string {
  return OWN_WORDS.reduce((rest, own) => rest.replaceAll(own, ''), text);
}

async function everyInbox(language: Language): Promise<readonly WireRecord[]> {
  return (await Promise.all(PEOPLE.map((who) => inbox(who, language)))).flat();
}

/** Sets off a notice of each sender but long jobs. */
async function tell(): Promise<void> {
  const running = await plant.draft('high');
  await plant.approved(running, ['charger', 'boss', 'equipment']);
  plant.pass(21);
  await plant.ok('charger', 'POST', `${TICKET}/start`, { id: running, startSign: SIGN });
  await plant.vote('guardian', running);
  await plant.ok('boss', 'POST', `${TICKET}/suspend`, { id: running, row: { reason: '脚手架松动' } });
  await plant.ok('safetyOfficer', 'POST', `${TICKET}/terminate`, { id: running, stepReason: '装置泄漏' });
  plant.nextMonday();

  const rejected = await taskOf('director', await submittedRule('AQ-01'));
  await plant.ok('director', 'POST', 'system/flow/complete-task', {
    taskId: rejected.taskId,
    result: 'reject',
    opinion: '条件不具备',
  });
  const { taskId, requestId } = await taskOf('director', await submittedRule('AQ-02'));
  const reason = '不再需要';
  await plant.ok('director', 'POST', 'system/flow/transfer-task', {
    taskId,
    userId: plant.id('administrator'),
    reason,
  });
  await plant.ok('administrator', 'POST', 'system/flow/terminate', { requestId, reason });

  const late = await plant.draft('high');
  await plant.approved(late, ['charger', 'boss', 'equipment']);
  plant.nextMonday();
  await plant.due();

  await plant.draft('hot', { planStartTime: plant.wall(20), planEndTime: plant.wall(320) });
  await recalculated();
}

async function submittedRule(ruleNo: string): Promise<unknown> {
  const { id } = await plant.ok('safetyOfficer', 'POST', 'safety/securitysystem/systemmgmt/submit', {
    ruleNo,
    name: '高处作业制度',
    ruleType: '2',
    effectDate: '2099-01-01',
    scopeDepts: [plant.id('shop')],
    attachments: [await plant.upload('safetyOfficer')],
    copies: [plant.id('guardian')],
  });
  return id;
}

async function taskOf(who: string, id: unknown): Promise<WireRecord> {
  const todo = await plant.ok(who, 'GET', 'system/flow/todo?size=100');
  const found = (todo as unknown as WirePage<WireRecord>).records.find(({ recordId }) => recordId === id);
  if (found === undefined) throw new Error(`${who} has no task`);
  return found;
}

async function recalculated(): Promise<void> {
  const found = await plant.ok('administrator', 'GET', 'system/tenant-setting/page?settingKey=ticket.valid.hot1');
  const [row] = (found as unknown as WirePage<WireRecord>).records;
  const body = { id: row?.id, version: row?.version, numberValue: 6, changeReason: '不再需要' };
  await plant.ok('administrator', 'POST', 'system/tenant-setting/change', body);
  await plant.ok('administrator', 'POST', 'system/tenant-setting/recalculate', {});
  const underWay = () => plant.ok('administrator', 'GET', 'system/tenant-setting/recalculation');
  await expect.poll(async () => (await underWay()).state, { timeout: patient(20_000) }).toBe('done');
}

describe('notices', () => {
  it(
    'are read in the language of the reader, whatever language was spoken when they were sent',
    async () => {
      await tell();
      const chinese = await everyInbox('zh-CN');
      expect(new Set(chinese.map(({ kind }) => kind))).toEqual(new Set(['task', 'copy', 'reminder', 'result']));
      const titles = chinese.map(({ title }) => String(title)).join('\n');
      for (const said of ['待审批：', '抄送：', '转办给您：', '被驳回', '审批已被终止', '已暂停', '重新计算已完成']) {
        expect(titles).toContain(said);
      }
      for (const language of ['en-US', 'pt-BR'] as const) {
        const read = await everyInbox(language);
        expect(read.map(({ id }) => id)).toEqual(chinese.map(({ id }) => id));
        expect(read.map(wordsOf).filter((words) => HAN.test(withoutOwnWords(words)))).toEqual([]);
        expect(read.every((notice) => !('wordings' in notice))).toBe(true);
      }
      expect((await inbox('charger', 'en-US')).map(({ title }) => title)).toContain(
        'Work suspended: do not work until it is resumed',
      );
    },
    patient(120_000),
  );

  it('are found by the words of the reader and by the Chinese ones', async () => {
    const count = async (language: Language, word: string) =>
      (await inbox('charger', language, `&keyword=${encodeURIComponent(word)}`)).length;
    const suspended = await count('zh-CN', '暂停');
    expect(suspended).toBeGreaterThan(0);
    expect(await count('en-US', 'suspended')).toBe(suspended);
    expect(await count('en-US', '暂停')).toBe(suspended);
    expect(await count('zh-CN', 'suspended')).toBe(0);
  });

  it('that are older than their wordings stay Chinese', async () => {
    const [newest] = await inbox('charger', 'en-US');
    await plant.server.database.transaction('645967', (connection) =>
      connection.execute('update data.notice set wordings = null where "tenantId" = $1 and id = $2', [
        '645967',
        newest?.id,
      ]),
    );
    expect(HAN.test(String((await inbox('charger', 'en-US'))[0]?.title))).toBe(true);
  });

  it('are worded in Chinese for who sets them off in English', async () => {
    const snapshot = await inLanguage('en-US', () => plant.server.metadata.snapshot('645967'));
    expect(snapshot.inLanguage?.('zh-CN').entities.get('workTicket')?.title).toBe('特殊作业票');
  });
});
