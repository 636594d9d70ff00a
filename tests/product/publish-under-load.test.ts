import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { WirePage, WireRecord } from '../../src/core/wire/contract.ts';
import type { DesignChange, DesignDraft } from '../../src/core/wire/design.ts';
import type { PageMetadata } from '../../src/core/wire/page.ts';
import { patient } from '../fixtures/patience.ts';
import { type Answer, type ProductClient, signIn } from '../fixtures/product-client.ts';
import { answerText } from '../fixtures/rights-cases.ts';

const LAWS = '{p}-safety/securitysystem/lawsregulations';
const DESIGN = '{p}-system/design';

/** Somebody who works on and on; what he was refused is kept. */
function working(faults: string[], work: (count: number) => Promise<Answer>) {
  let ended = false;
  let asked = 0;
  const done = (async () => {
    for (; !ended; asked += 1) {
      const answer = await work(asked);
      if (answer.status !== 200) faults.push(answerText(answer));
    }
  })();
  return {
    async end() {
      ended = true;
      await done;
      return asked;
    },
  };
}

const titleOf = async (client: ProductClient): Promise<string | undefined> => {
  const { body } = await client.call<PageMetadata>('GET', '{p}-system/metadata/page', { query: { code: 'law' } });
  return body.data.entity.record.properties.docNo?.title;
};

/** Waits until somebody else is served what was published; gives the milliseconds. */
async function served(client: ProductClient, title: string): Promise<number> {
  const since = performance.now();
  while ((await titleOf(client)) !== title) {
    if (performance.now() - since > 30_000) throw new Error(`“${title}” is not served`);
    await sleep(20);
  }
  return performance.now() - since;
}

it(
  'people who read, write and open forms while a design is published and rolled back are refused nothing',
  async () => {
    const [admin, safety, officer] = await Promise.all(['admin', 'safety', 'officer'].map((name) => signIn(name)));
    if (admin === undefined || safety === undefined || officer === undefined) throw new Error('nobody signed in');
    const run = Date.now().toString(36);
    const former = await titleOf(officer);
    const publish = async (title: string, reason: string) => {
      const { body } = await admin.call<DesignDraft>('GET', `${DESIGN}/draft`);
      const { id, seq } = body.data;
      const edits = [
        { edit: 'set', at: ['record', 'properties', 'docNo'], property: 'title', base: former, value: title },
        // A column of its own: the table changes while it is read and written.
        {
          ...{ edit: 'add', at: ['record', 'properties', `own${run}`], section: 'base', after: 'docNo' },
          value: { title: '本地编号', field: 'input', type: 'string', maxLength: 40 },
        },
      ];
      const step = { step: 'do', id: `step-${run}`, entity: 'lawRegulation', edits };
      const taken = await admin.call('POST', `${DESIGN}/step`, { json: { draft: id ?? '', after: seq, step } });
      expect(taken.status, answerText(taken)).toBe(200);
      const after = seq + 1;
      const since = performance.now();
      const done = await admin.call<DesignChange>('POST', `${DESIGN}/publish`, { json: { after, title: reason } });
      expect(done.status, answerText(done)).toBe(200);
      return performance.now() - since;
    };

    const faults: string[] = [];
    const people = [
      working(faults, () =>
        safety.call<WirePage<WireRecord>>('GET', `${LAWS}/list-conditions`, { query: { size: 10 } }),
      ),
      working(faults, (count) =>
        safety.call('POST', `${LAWS}/save`, {
          json: {
            ...{ name: `发布时录入${run}${count}`, docNo: `${run}-${count}号`, fileType: '1', issueDept: '示例机关' },
            ...{ issueDate: '2026-01-01', effectiveDate: '2026-02-01' },
          },
        }),
      ),
      working(faults, () => officer.call('GET', '{p}-system/metadata/page', { query: { code: 'law' } })),
      working(faults, () => officer.call('GET', '{p}-system/menu/biz/routes-children')),
    ];
    const published = await publish(`文号${run}`, '负载下发布');
    const seen = await served(officer, `文号${run}`);
    const { body: history } = await admin.call<readonly DesignChange[]>('GET', `${DESIGN}/history`);
    const [newest, before] = history.data;
    const since = performance.now();
    // Behind the first change there is nothing to go back to: what was done is taken back by a change of its own.
    const back =
      before === undefined
        ? undefined
        : await admin.call<DesignChange>('POST', `${DESIGN}/rollback`, { json: { id: before.id, reason: '还原' } });
    const rolledBack = performance.now() - since;
    if (back === undefined) {
      const undone = {
        edit: 'set',
        at: ['record', 'properties', 'docNo'],
        property: 'title',
        base: former,
        value: former,
      };
      const { body } = await admin.call<DesignDraft>('GET', `${DESIGN}/draft`);
      const step = { step: 'do', id: `step-${run}-back`, entity: 'lawRegulation', edits: [undone] };
      await admin.call('POST', `${DESIGN}/step`, { json: { draft: '', after: body.data.seq, step } });
      const after = body.data.seq + 1;
      const done = await admin.call('POST', `${DESIGN}/publish`, { json: { after, title: '还原' } });
      expect(done.status, answerText(done)).toBe(200);
    } else expect(back.status, answerText(back)).toBe(200);
    const seenBack = await served(officer, former ?? '');
    const counts = await Promise.all(people.map(({ end }) => end()));
    expect(faults.slice(0, 5)).toEqual([]);
    expect(Math.min(...counts)).toBeGreaterThan(2);
    expect(newest?.title).toBe('负载下发布');
    console.log(
      'publish under load',
      JSON.stringify({ published, seen, rolledBack, seenBack, asked: counts }, (_, value: unknown) =>
        typeof value === 'number' ? Math.round(value) : value,
      ),
    );
  },
  patient(180_000),
);
