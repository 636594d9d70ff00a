import { describe, expect, it } from 'vitest';
import { buildMatrix, shippedSnapshot } from '../../scripts/metadata/matrix.ts';
import type { EntityModel } from '../../src/core/model/entity-model.ts';
import { LANGUAGES, type Language } from '../../src/core/text/language.ts';
import type { WirePage, WireRecord } from '../../src/core/wire/contract.ts';
import { pdfPages } from '../fixtures/pdf-text.ts';
import { type ProductClient, signIn } from '../fixtures/product-client.ts';
import { productSeed } from '../fixtures/product-seed.ts';
import { matrixLookup, ROLE_OF_ACCOUNT } from '../fixtures/rights-cases.ts';
import { callOf, shippedModels } from '../fixtures/shipped-models.ts';

const { models } = await shippedModels();
const rightsOf = matrixLookup(buildMatrix(await shippedSnapshot()));
const isDeep = process.env.ANLAN_DEEP === '1';
const all = models.flatMap((model) => {
  const [print, page] = [callOf(model, 'print'), callOf(model, 'page')];
  return print === undefined || page === undefined ? [] : [{ model, print, page }];
});

/** Every fourth entity, which of them the seed says; all in the deep run. */
const printed = all.filter((_, index) => isDeep || (index + productSeed(7)) % 4 === 0);

/** What stands at the foot of a page, without spaces. */
const FOOT: Readonly<Record<Language, RegExp>> = {
  'zh-CN': /第1页共(\d+)页/,
  'zh-TW': /第1頁共(\d+)頁/,
  'en-US': /Page1of(\d+)/,
  'pt-BR': /Página1de(\d+)/,
};

/** A language for each entity, all four in the deep run. */
const languagesOf = (index: number): readonly Language[] =>
  isDeep ? LANGUAGES : [LANGUAGES[index % LANGUAGES.length] ?? 'zh-CN'];

const packed = (text: unknown) => String(text).replace(/\s/g, '');

/** Who may print the records of an entity, and some of them as that person reads them. */
async function seen(
  model: EntityModel,
  [method, path]: readonly [string, string],
  language: Language = 'zh-CN',
): Promise<{ client: ProductClient; records: readonly WireRecord[] }> {
  const headers = { 'accept-language': language };
  const tenant = model.scope === 'global' ? '000000' : '645967';
  const action = model.print.button ? 'print' : 'view';
  const may = (account: string) => rightsOf(ROLE_OF_ACCOUNT[account] ?? '', model.key).actions.includes(action);
  const accounts = tenant === '000000' ? ['admin'] : Object.keys(ROLE_OF_ACCOUNT).filter(may);
  let client: ProductClient | undefined;
  for (const account of accounts) {
    const asking = await signIn(account, tenant);
    const { status, body } = await asking.call<WirePage<WireRecord>>(method, path, { query: { size: 2 }, headers });
    // Whoever may not see the page may not print either.
    if (status === 200) client ??= asking;
    if ((body.data?.records ?? []).length > 0) return { client: asking, records: body.data.records };
  }
  if (client === undefined) throw new Error(`nobody prints ${model.key}`);
  return { client, records: [] };
}

async function print(client: ProductClient, [, path]: readonly [string, string], ids: string, language: Language) {
  return client.download(path, { query: { ids }, headers: { 'accept-language': language } });
}

/** What a record is called on paper. */
// A draft may have no name yet.
const nameOf = (model: EntityModel, record: WireRecord) => record[`${model.label}Label`] ?? record[model.label] ?? '';

let documents = 0;

describe('records of every entity that has a page are printed as their file says', () => {
  it.each(printed.map((one, index) => [one.model.key, one, languagesOf(index)] as const))(
    '%s',
    async (_, { model, print: call, page }, languages) => {
      for (const language of languages) {
        const { client, records } = await seen(model, page, language);
        if (records.length === 0) {
          expect((await print(client, call, '999999999999', language)).status).toBe(404);
          return;
        }
        const answer = await print(client, call, records.map(({ id }) => id).join(','), language);
        expect([answer.status, answer.type]).toEqual([200, 'application/pdf']);
        const pages = await pdfPages(answer.content);
        const [, count] = FOOT[language].exec(pages[0] ?? '') ?? [];
        expect(count).toBe(String(pages.length));
        // Each record begins on a page of its own.
        expect(pages.length).toBeGreaterThanOrEqual(records.length);
        for (const record of records) expect(pages.join('')).toContain(packed(nameOf(model, record)).slice(0, 20));
        documents += 1;
      }
    },
  );

  it('printed most of them with records', () => {
    expect(documents).toBeGreaterThan(printed.length / 2);
  });
});

describe('printing', () => {
  const area = all.find(({ model }) => model.key === 'riskArea');
  if (area === undefined) throw new Error('no entity to print');

  it('takes 30 records at most, and says so', async () => {
    const client = await signIn('safety');
    const ids = Array.from({ length: 31 }, (_, index) => String(index + 1)).join(',');
    const { status, text } = await print(client, area.print, ids, 'zh-CN');
    expect([status, (JSON.parse(text) as { msg: string }).msg]).toEqual([400, '一次最多打印30条记录，请分批打印']);
  });

  it('is refused to whoever may not see the records, and logs what was printed', async () => {
    const nobody = await signIn('nobody');
    const { client, records } = await seen(area.model, area.page);
    const [record] = records;
    expect((await print(nobody, area.print, record?.id ?? '', 'zh-CN')).status).toBe(403);
    expect((await print(client, area.print, record?.id ?? '', 'zh-CN')).status).toBe(200);
    const [method, path] = callOf(area.model, 'history') ?? ['GET', ''];
    const history = await client.call<WirePage<{ action: string }>>(method, path, { query: { id: record?.id } });
    expect(history.body.data.records.map(({ action }) => action)).toContain('print');
  });
});
