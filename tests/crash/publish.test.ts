import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { seededRandom } from '../../mocks/demo-plant/seeded.ts';
import type { WirePage, WireRecord } from '../../src/core/wire/contract.ts';
import type { DesignChange, DesignDraft, DesignImpact } from '../../src/core/wire/design.ts';
import type { PageMetadata } from '../../src/core/wire/page.ts';
import { type CrashClient, crashClient } from './crash-client.ts';
import { crashProduct } from './crash-product.ts';

const DEEP = process.env.ANLAN_DEEP === '1';
/** Kills over the time that publishing takes; more in the test that has time. */
const KILLS = DEEP ? 20 : 2;
const LAWS = 'safety/securitysystem/lawsregulations';

async function answered<T>(asked: ReturnType<CrashClient['call']>): Promise<T> {
  const answer = await asked;
  if (answer?.status !== 200) throw new Error(JSON.stringify(answer));
  return answer.body.data as T;
}

/** What of a publishing can be seen from outside. */
async function stateOf(admin: CrashClient, safety: CrashClient, key: string) {
  const page = await answered<PageMetadata>(admin.call('GET', 'system/metadata/page', { query: { code: 'law' } }));
  const { records } = await answered<WirePage<WireRecord>>(
    safety.call('GET', `${LAWS}/list-conditions`, { query: { size: '200' } }),
  );
  return {
    title: page.entity.record.properties.docNo?.title,
    hasField: page.entity.record.properties[key] !== undefined,
    filled: new Set(records.map((record) => record[key] ?? null)),
    changes: (await answered<readonly DesignChange[]>(admin.call('GET', 'system/design/history'))).length,
    drafted: (await answered<DesignDraft>(admin.call('GET', 'system/design/draft'))).id !== null,
  };
}

it(
  `killed ${KILLS} times while it publishes, a server has the old or the new when it starts again, never half`,
  async () => {
    const random = seededRandom(7);
    const product = await crashProduct({ ANLAN_DEMO_DANGERS: '0' });
    const outcomes: string[] = [];
    try {
      await product.start();
      let longest = 1_500;
      for (let kill = 0; kill < KILLS; kill += 1) {
        const [admin, safety] = await Promise.all([
          crashClient(product.url, 'admin'),
          crashClient(product.url, 'safety'),
        ]);
        const key = `own${kill}`;
        const before = await stateOf(admin, safety, key);
        const title = `文号${kill}`;
        const at = ['record', 'properties'];
        const edits = [
          { edit: 'set', at: [...at, 'docNo'], property: 'title', base: '文号/标准号', value: title },
          {
            ...{ edit: 'add', at: [...at, key], section: 'base', after: 'docNo' },
            value: { title: '本地编号', field: 'input', type: 'string', maxLength: 40 },
          },
          { edit: 'set', at: [...at, key], property: 'required', base: false, value: true },
        ];
        const step = { step: 'do', id: `step-kill-${kill}`, entity: 'lawRegulation', edits };
        await answered(admin.call('POST', 'system/design/step', { json: { draft: '', after: 0, step } }));
        const { items } = await answered<DesignImpact>(admin.call('GET', 'system/design/impact'));
        expect(items).toMatchObject([{ id: `lawRegulation required ${key}`, ways: ['fill', 'since'] }]);
        const json = { after: 1, title, choices: [{ id: items[0]?.id, do: 'fill', value: '已补' }] };
        const since = performance.now();
        const publishing = admin.call('POST', 'system/design/publish', { json });
        // Spread over the whole of it, the last ones behind its end.
        await sleep(longest * ((kill + random()) / KILLS) * 1.1);
        await product.kill({ first: kill % 2 === 0 ? 'node' : 'postgres', gap: 0 });
        const answer = await publishing;
        if (answer !== undefined) longest = Math.max(200, performance.now() - since);
        await product.start();

        const [again, reader] = await Promise.all([
          crashClient(product.url, 'admin'),
          crashClient(product.url, 'safety'),
        ]);
        const after = await stateOf(again, reader, key);
        const isNew = after.title === title;
        outcomes.push(answer === undefined ? (isNew ? 'new, unanswered' : 'old') : 'new');
        // What was answered is there.
        if (answer?.status === 200) expect(isNew).toBe(true);
        expect(after).toEqual(
          isNew
            ? { title, hasField: true, filled: new Set(['已补']), changes: before.changes + 1, drafted: false }
            : { ...before, filled: after.filled, drafted: true },
        );
        if (isNew) continue;
        expect(after.hasField).toBe(false);
        // And it can be published now.
        const done = await again.call('POST', 'system/design/publish', { json });
        expect(done?.status, JSON.stringify(done?.body)).toBe(200);
        expect((await stateOf(again, reader, key)).filled).toEqual(new Set(['已补']));
      }
      console.log('killed while publishing', JSON.stringify({ longest: Math.round(longest), outcomes }));
    } catch (error) {
      throw new Error(`${String(error)}\n${product.output().slice(-2_000)}`, { cause: error });
    } finally {
      await product.remove();
    }
  },
  DEEP ? 1_800_000 : 300_000,
);
