import { setTimeout as sleep } from 'node:timers/promises';
import type { DesignChange, DesignDraft } from '../../../src/core/wire/design.ts';
import type { PageMetadata } from '../../../src/core/wire/page.ts';
import { type Person, personOf } from '../../e2e/support/person.ts';

const ENTITY = 'workTicket';
const PAGE = 'taskadd';
const ROUNDS = 5;

/** Milliseconds of each round. */
interface PublishTimes {
  readonly impact: number[];
  readonly publish: number[];
  /** Until somebody else is served what was published. */
  readonly served: number[];
  readonly rollback: number[];
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const since = performance.now();
  await work();
  return performance.now() - since;
}

const pageOf = (person: Person) =>
  person.call<PageMetadata>('GET', 'system/metadata/page', { query: { code: PAGE } }).then(({ entity }) => entity);

/** Publishes a new column and a new title of the longest form over and over, has somebody else served them, and goes back. */
export async function publishTimes(url: string): Promise<PublishTimes> {
  const [designer, officer] = await Promise.all([personOf(url, 'designer'), personOf(url, 'officer')]);
  const times: PublishTimes = { impact: [], publish: [], served: [], rollback: [] };
  const { form, record } = await pageOf(officer);
  const [
    section = '',
    {
      fields: [field],
    } = { fields: [] },
  ] = Object.entries(form?.sections ?? {})[0] ?? [];
  const key = String(field);
  const former = record.properties[key]?.title;
  for (let round = 0; round <= ROUNDS; round += 1) {
    const { id, seq } = await designer.call<DesignDraft>('GET', 'system/design/draft');
    const title = `${former}${round}`;
    const value = { title: `本地${round}`, field: 'input', type: 'string', maxLength: 40 };
    const edits = [
      { edit: 'set', at: ['record', 'properties', key], property: 'title', base: former, value: title },
      { edit: 'add', at: ['record', 'properties', `ownBench${round}`], section, after: key, value },
    ];
    const step = { step: 'do', id: crypto.randomUUID(), entity: ENTITY, edits };
    await designer.call('POST', 'system/design/step', { json: { draft: id ?? '', after: seq, step } });
    const impact = await timed(() => designer.call('GET', 'system/design/impact'));
    const json = { after: seq + 1, title: `第${round}次` };
    const publish = await timed(() => designer.call('POST', 'system/design/publish', { json }));
    const served = await timed(async () => {
      while ((await pageOf(officer)).record.properties[key]?.title !== title) await sleep(20);
    });
    // Before the first change there is nothing to go back to.
    const [, before] = await designer.call<readonly DesignChange[]>('GET', 'system/design/history');
    if (before === undefined) continue;
    const back = { json: { id: before.id, reason: '还原' } };
    times.rollback.push(await timed(() => designer.call('POST', 'system/design/rollback', back)));
    times.impact.push(impact);
    times.publish.push(publish);
    times.served.push(served);
  }
  return times;
}
