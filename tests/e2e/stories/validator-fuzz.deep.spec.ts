import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { EntityModel } from '../../../src/core/model/entity-model.ts';
import type { WireFault } from '../../../src/core/wire/contract.ts';
import type { PageMetadata } from '../../../src/core/wire/page.ts';
import { patient } from '../../fixtures/patience.ts';
import { coreFaults, FUZZ_ME, FUZZ_NOW, fuzzWorld } from '../../fuzz/fuzz-world.ts';
import { fuzzSeed, generateRecords } from '../../fuzz/generate-records.ts';
import { enter, type Person, personOf, storeLaw } from '../support/person.ts';
import { expect, test } from '../support/story.ts';

/** Records of each entity that the browser judges. */
const RECORDS = process.env.ANLAN_DEEP === '1' ? 10_000 : 120;

/** Records that go into the page at once. */
const AT_ONCE = 1000;

// The clock of the machine says another day than the plant's for half of each day.
test.use({ timezoneId: 'America/New_York' });

/** Address of the entry that exports the validator, in the build that the server serves. */
function validatorAddress(): string {
  const client = process.env.ANLAN_CLIENT ?? join(import.meta.dirname, '../../../dist');
  const name = readdirSync(join(client, 'assets')).find((file) => /^validator-[\w-]+\.js$/.test(file));
  if (name === undefined) throw new Error(`${client} 里没有 validator 入口`);
  return `/assets/${name}`;
}

/** The first page over an entity that one of the people may see, as the server sends it. */
async function metadataOf(model: EntityModel, people: readonly Person[]): Promise<PageMetadata | undefined> {
  for (const code of Object.keys(model.pages)) {
    for (const person of people) {
      const answer = await person.ask<PageMetadata>('GET', 'system/metadata/page', { query: { code } });
      if (answer.status === 200) return answer.body.data;
    }
  }
  return undefined;
}

/** Fields of a row whose conditions read the record above it, which the browser leaves to the server. */
function leftToServer(model: EntityModel): ReadonlySet<string> {
  const reads = model.fields.filter((field) =>
    [field.requiredWhen, field.visible, ...field.rules.map(({ when }) => when)].some((expression) =>
      expression?.references.some((name) => name.startsWith('parent.')),
    ),
  );
  return new Set(reads.map(({ key }) => `/${key}`));
}

test('the validator that users download and the one on the server agree on every record', async ({ page, product }) => {
  test.setTimeout(patient(RECORDS > AT_ONCE ? 900_000 : 120_000));
  const seed = fuzzSeed();
  const world = await fuzzWorld();
  const people = [
    await personOf(product.url, 'admin'),
    await personOf(product.url, 'safety'),
    await personOf(product.url, 'trainer'),
    await personOf(product.url, 'admin', { tenantId: '000000' }),
  ];
  const pages = new Map<string, PageMetadata>();
  for (const model of world.models) {
    const metadata = await metadataOf(model, people);
    if (metadata !== undefined) pages.set(model.key, metadata);
  }
  const law = pages.get('lawRegulation');
  if (law === undefined) throw new Error('nobody sees the laws');
  pages.set('fuzzBed', { ...law, entity: world.bed, page: 'fuzzBed' });

  await page.goto('/user/login');
  const script = validatorAddress();
  let judged = 0;
  let judging = 0;
  for (const model of world.models) {
    const parents = world.models.filter(({ children }) => children.includes(model.key));
    const holder = pages.has(model.key) ? model : parents.find(({ key }) => pages.has(key));
    const metadata = pages.get(holder?.key ?? '');
    if (metadata === undefined) throw new Error(`no page brings ${model.key} to the browser`);
    const left = leftToServer(model);
    const environment = { ...world.environment, absent: new Set(model.children) };
    const records = generateRecords(model, world.environment, { seed, count: RECORDS, platform: true });
    for (let at = 0; at < records.length; at += AT_ONCE) {
      const texts = records.slice(at, at + AT_ONCE).map(({ json }) => json);
      const started = performance.now();
      const found = await page.evaluate(
        async ({ address, sent, child, me, now, bodies, tables }) => {
          const validator: typeof import('../../../src/app/validator.ts') = await import(address);
          const built = validator.buildPageModel(sent);
          const subject = child === undefined ? built : validator.childPage(built, child);
          if (subject === undefined) throw new Error(`the page does not bring ${child}`);
          const surroundings = {
            ...validator.browserEnvironment(subject, me, { now: new Date(now) }),
            // Setup tables come by a call of their own, for the form that asks.
            lookup: (entity: string) => tables[entity] ?? [],
          };
          return bodies.map((text) => {
            const body = JSON.parse(text);
            return JSON.stringify([
              ...validator.unknownKeyFaults(subject.model, body),
              ...validator.validateRecord(subject.model, body, surroundings, 'complete'),
            ]);
          });
        },
        {
          address: script,
          sent: metadata,
          child: holder === model ? undefined : model.key,
          me: FUZZ_ME,
          now: `${FUZZ_NOW.replace(' ', 'T')}+08:00`,
          bodies: texts,
          tables: Object.fromEntries(
            Object.values(metadata.lookups ?? {}).map(({ entity: { entity } }) => [
              entity,
              world.environment.lookup?.(entity) ?? [],
            ]),
          ),
        },
      );
      judging += performance.now() - started;
      const differ = texts.flatMap((text, index) => {
        const shown: readonly WireFault[] = JSON.parse(found[index] ?? '[]');
        const said = (fault: WireFault) =>
          shown.some(({ pointer, msg }) => pointer === fault.pointer && msg === fault.msg);
        const faults = coreFaults(model, JSON.parse(text), environment);
        const core = JSON.stringify(faults.filter((fault) => !left.has(fault.pointer) || said(fault)));
        return core === found[index] ? [] : [{ core, browser: found[index], text: text.slice(0, 1000) }];
      });
      expect([model.key, differ.length, differ.slice(0, 3)]).toEqual([model.key, 0, []]);
      judged += texts.length;
    }
  }
  console.info(
    `ANLAN_FUZZ_SEED=${seed}: ${judged} records of ${world.models.length} entities, ${Math.round(judging)} ms in the browser`,
  );
  expect(judged).toBe(world.models.length * RECORDS);
});

test('a date stays the date in another time zone, in summer time and at the ends of years', async ({
  page,
  product,
}) => {
  const safety = await personOf(product.url, 'safety');
  // China's clocks went forward on 1988-04-17 and back on 1991-09-15.
  const law = await storeLaw(safety, { issueDate: '1988-04-17', effectiveDate: '1991-09-15' });
  const other = await storeLaw(safety, { issueDate: '2025-12-31', effectiveDate: '2026-01-01' });
  for (const { id, days } of [
    { id: law.id, days: ['1988-04-17', '1991-09-15'] },
    { id: other.id, days: ['2025-12-31', '2026-01-01'] },
  ]) {
    await enter(page, product.url, safety, `/safety/base/law/view/${id}`);
    for (const day of days) await expect(page.locator('.anlan-detail-main dd', { hasText: day }).first()).toBeVisible();
    await enter(page, product.url, safety, `/safety/base/law/edit/${id}`);
    const shown = page.locator('.ant-picker input');
    await expect(shown.first()).toBeVisible();
    for (const day of days) {
      await expect
        .poll(() => shown.evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value)))
        .toContain(day);
    }
  }
});
