import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTenantKeys } from '../../server/ground/tenant-keys.ts';
import type { OverlayEdit } from '../../src/core/overlay/overlay.ts';
import { choiceEdit, newChoiceEdit } from '../../src/core/overlay/own-dictionary.ts';
import type { WireRecord } from '../../src/core/wire/contract.ts';
import type {
  BundleOutlook,
  CarriedDesign,
  DesignBundle,
  DesignChange,
  DesignDictionary,
  DesignDraft,
  DesignTaken,
} from '../../src/core/wire/design.ts';
import type { PageMetadata } from '../../src/core/wire/page.ts';
import { callAs } from '../fixtures/call-as.ts';
import { callDesign } from '../fixtures/call-design.ts';
import { signWith } from '../fixtures/sign-bundle.ts';
import { type SignedIn, startTestServer, type TestServer } from '../fixtures/test-server.ts';

const TENANT = '645967';
const LAW = 'lawRegulation';
const KEY = 'ownLadder';
const DICT = 'law-file-type';

let server: TestServer;
let admin: SignedIn;
let neighbour: SignedIn;
let bundle: DesignBundle;

const call = <T>(person: SignedIn, method: 'GET' | 'POST', path: string, given?: Record<string, unknown>) =>
  callDesign<T>(server, person, method, path, given);
const draftOf = async (person: SignedIn) => (await call<DesignDraft>(person, 'GET', 'draft', { entity: LAW })).data;

let count = 0;
async function act(person: SignedIn, edits: readonly OverlayEdit[], entity = LAW) {
  const { id, seq } = await draftOf(person);
  count += 1;
  const step = { step: 'do', id: `step-${String(count).padStart(6, '0')}`, entity, edits };
  const taken = await call<DesignTaken>(person, 'POST', 'step', { draft: id ?? '', after: seq, step });
  expect(taken.status, taken.msg).toBe(200);
}
async function publish(person: SignedIn, title: string) {
  const { seq } = await draftOf(person);
  const done = await call<DesignChange>(person, 'POST', 'publish', { after: seq, title, reason: '' });
  expect(done.status, JSON.stringify(done.errors)).toBe(200);
  return done.data;
}
const check = (given: unknown) => call<BundleOutlook>(neighbour, 'POST', 'bundle-check', { bundle: given });
const choicesOf = async (person: SignedIn) =>
  (await call<DesignDictionary>(person, 'GET', 'dictionary', { code: DICT })).data.choices;

const ladder = {
  dialect: 1,
  entity: KEY,
  title: '梯台检查',
  label: 'name',
  api: { service: 'safety', base: `own/${KEY}` },
  record: {
    type: 'object',
    required: ['name'],
    properties: {
      name: { title: '名称', field: 'input', type: 'string', maxLength: 60 },
      kind: { title: '类别', field: 'select', type: 'string', dict: DICT },
    },
  },
  pages: { [KEY]: { title: '梯台检查', columns: ['name', 'kind'], grants: { everyone: ['view'] } } },
  permissions: { scope: { everyone: 'tenant' } },
};
const text = (id: string, value: string): OverlayEdit => ({
  ...{ edit: 'set', at: [id], property: 'text', base: null, value },
});
/** The company's own arrangement of a shipped entry, as the management system stores it. */
const arrange = (id: string, name: string, sort: number) =>
  server.database.transaction(TENANT, (connection) =>
    connection.execute(
      `insert into data.menu (id, "tenantId", "parentId", code, name, alias, path, source, sort, category, "isOpen", "isShow",
         version, "createTime", "isDeleted")
       select $1, $2, "parentId", code, $3, alias, path, source, $4, category, "isOpen", "isShow", 1, now(), 0
       from data.menu where "tenantId" = '000000' and code = 'law' and "isDeleted" = 0`,
      [id, TENANT, name, sort],
    ),
  );
const menuOf = async (person: SignedIn) => {
  const { data } = await callAs<unknown>(server.main, person, 'GET', 'system/menu/biz/routes-children');
  return JSON.stringify(data);
};

beforeAll(async () => {
  server = await startTestServer();
  admin = await server.signIn('administrator');
  neighbour = await server.signIn('administrator', '645968');
});
afterAll(() => server?.stop());

describe('what a company has made', () => {
  it('is told part by part, with what each needs, wherever it was changed', async () => {
    expect((await call<CarriedDesign>(admin, 'GET', 'carried')).data.parts).toEqual([]);
    const [first] = await choicesOf(admin);
    if (first === undefined) throw new Error('a dictionary without choices');
    await act(admin, [
      { edit: 'set', at: ['record', 'properties', 'docNo'], property: 'title', base: '文号/标准号', value: '编号' },
    ]);
    await act(admin, [{ edit: 'create', at: [], area: 'own', value: ladder }], KEY);
    await act(
      admin,
      [choiceEdit(first, 'title', '国家法律'), newChoiceEdit('local', '地方规章', 999)],
      `@dictionary/${DICT}`,
    );
    await act(
      admin,
      [text(`${KEY}.field.name.title`, 'Name'), text('systemRule.field.name.title', 'Not along')],
      '@texts/en-US',
    );
    await publish(admin, '给别处');
    await arrange('99001', '法规标准库', 3);
    await server.metadata.invalidate(TENANT);
    const { fingerprint, parts } = (await call<CarriedDesign>(admin, 'GET', 'carried')).data;
    expect(fingerprint).toMatch(/^([0-9a-f]{4} ){3}[0-9a-f]{4}$/);
    expect(parts.map(({ kind, entity, edits }) => [kind, entity, edits])).toEqual([
      ['entity', LAW, 1],
      ['own', KEY, 1],
      ['dictionary', `@dictionary/${DICT}`, 2],
      ['texts', '@texts/en-US', 2],
      ['menu', '@menu', 2],
    ]);
    expect(parts.find(({ entity }) => entity === KEY)?.uses).toEqual([`@dictionary/${DICT}`]);
  });

  it('goes as one signed bundle, of translations only those of what goes along', async () => {
    const wanted = [LAW, KEY, `@dictionary/${DICT}`, '@texts/en-US', '@menu'];
    bundle = (await call<DesignBundle>(admin, 'POST', 'bundle', { entities: wanted.slice(1) })).data;
    expect(bundle.entities.find(({ entity }) => entity === '@texts/en-US')?.edits).toHaveLength(1);
    bundle = (await call<DesignBundle>(admin, 'POST', 'bundle', { entities: wanted })).data;
    const none = await call<DesignBundle>(admin, 'POST', 'bundle', { entities: ['nothing'] });
    expect([none.status, none.msg]).toEqual([404, expect.stringContaining('业务')]);
  });

  it('is tried where it comes, changes nothing there, and is taken once with all its parts', async () => {
    const before = [await choicesOf(neighbour), await menuOf(neighbour)];
    const { data: outlook, msg } = await check(bundle);
    expect(outlook.missing, msg).toEqual([]);
    expect(outlook.from).toBe((await call<CarriedDesign>(admin, 'GET', 'carried')).data.fingerprint);
    expect(outlook.entities.map(({ entity, edits }) => [entity, edits])).toEqual(
      bundle.entities.map(({ entity, edits }) => [entity, edits.length]),
    );
    expect([await choicesOf(neighbour), await menuOf(neighbour)]).toEqual(before);
    expect((await draftOf(neighbour)).id).toBeNull();

    const { from } = outlook;
    for (const steps of [5, 0]) {
      const taken = await call<DesignTaken>(neighbour, 'POST', 'bundle-take', { bundle, from });
      expect([taken.status, taken.data.steps.length], taken.msg).toEqual([200, steps]);
    }
    const change = await publish(neighbour, '由设计包');
    expect(change.entities.map(({ entity }) => entity).sort()).toEqual(
      bundle.entities.map(({ entity }) => entity).sort(),
    );
    expect((await check(bundle)).data.entities).toEqual([]);
    const page = (code: string) =>
      callAs<PageMetadata>(server.main, neighbour, 'GET', `system/metadata/page?code=${code}`);
    expect((await page('law')).data.entity.record.properties.docNo?.title).toBe('编号');
    expect(Object.keys((await page(KEY)).data.entity.record.properties)).toEqual(['name', 'kind']);
    expect((await choicesOf(neighbour)).map(({ key, title }) => [key, title])).toEqual(
      (await choicesOf(admin)).map(({ key, title }) => [key, title]),
    );
    expect(await menuOf(neighbour)).toContain('法规标准库');
    const again = await call<DesignBundle>(neighbour, 'POST', 'bundle', {});
    const parts = ({ entities }: DesignBundle) => entities.map(({ entity, edits }) => [entity, edits.length]);
    expect(parts(again.data)).toEqual(parts({ ...bundle, entities: bundle.entities }));
  });

  it('is rolled back with all its parts where it was taken', async () => {
    await act(neighbour, [text('systemRule.field.name.title', 'Later')], '@texts/en-US');
    await publish(neighbour, '之后');
    const changes = (await call<readonly DesignChange[]>(neighbour, 'GET', 'history')).data;
    await act(
      neighbour,
      [{ edit: 'set', at: ['law'], property: 'name', base: '法规标准库', value: '又改名' }],
      '@menu',
    );
    await publish(neighbour, '菜单又改');
    expect(await menuOf(neighbour)).toContain('又改名');
    const back = await call<DesignChange>(neighbour, 'POST', 'rollback', { id: changes[0]?.id, reason: '还原' });
    expect(back.status, back.msg).toBe(200);
    expect(await menuOf(neighbour)).toContain('法规标准库');
    expect(await menuOf(neighbour)).not.toContain('又改名');
  });

  it('comes again with what has changed since, an own entity in the place of its former self', async () => {
    await act(admin, [{ edit: 'set', at: [], property: 'title', base: '梯台检查', value: '梯台月检' }], KEY);
    await publish(admin, '改名');
    const next = (await call<DesignBundle>(admin, 'POST', 'bundle', { entities: [KEY] })).data;
    const { data } = await check(next);
    expect([data.missing, data.entities.map(({ entity }) => entity)]).toEqual([[], [KEY]]);
    const taken = await call<DesignTaken>(neighbour, 'POST', 'bundle-take', { bundle: next, from: data.from });
    expect(taken.status, taken.msg).toBe(200);
    const change = await publish(neighbour, '更新');
    expect(change.entities).toMatchObject([{ entity: KEY }]);
    const { data: page } = await callAs<PageMetadata>(
      server.main,
      neighbour,
      'GET',
      `system/metadata/page?code=${KEY}`,
    );
    expect(page.entity.title).toBe('梯台月检');
  });
});

describe('a bundle that cannot be used', () => {
  /** A bundle that the company itself has signed, whatever is in it: it gives what it holds no right. */
  const signedWith = (entity: string, edits: readonly unknown[]) =>
    signWith(createTenantKeys(server.config.dataDir).key('design bundle', TENANT), {
      ...bundle,
      entities: [{ entity, title: '某业务', edits: edits as readonly OverlayEdit[] }],
    });

  it.each<readonly [string, (whole: DesignBundle) => unknown, string]>([
    ['another file', () => ({ dialect: 1, entity: 'x' }), '这不是设计包：请选择由“设计包”导出的文件'],
    ['no object', () => 'x', '这不是设计包：请选择由“设计包”导出的文件'],
    ['of a later version', (whole) => ({ ...whole, version: 2 }), '设计包是第2版的，本系统只认第1版：请先升级本系统'],
    ['cut off', ({ format, version, at }) => ({ format, version, at }), '设计包不完整，请重新导出'],
    ['altered', (whole) => ({ ...whole, at: '2020-01-01 00:00:00' }), '设计包在导出后被改动过，不能使用，请重新导出'],
    ['of another key', (whole) => ({ ...whole, key: 'AAAA' }), '设计包在导出后被改动过，不能使用，请重新导出'],
  ])('%s is refused in words', async (_, made, words) => {
    const refused = await check(made(bundle));
    expect([refused.status, refused.errors]).toEqual([400, [{ pointer: '/bundle', msg: words }]]);
    expect((await draftOf(neighbour)).id).toBeNull();
  });

  it.each<readonly [string, string, readonly unknown[], string]>([
    ['a prototype', LAW, [{ edit: 'hide', at: ['__proto__', 'x'] }], '须为从实体到所改之处的步骤'],
    ['a text of 3,000 characters', '@texts/en-US', [text('a', 'x'.repeat(3_000))], '译文须为文本'],
    [
      'rights in the menu',
      '@menu',
      [{ edit: 'set', at: ['law'], property: 'roles', base: null, value: [] }],
      '菜单的修改不正确',
    ],
    ['a removal', KEY, [{ edit: 'remove', at: [] }], '设计包不能删除业务'],
    [
      'an entity for everybody',
      KEY,
      [{ edit: 'create', at: [], area: 'own', value: { ...ladder, scope: 'global' } }],
      '自建业务不能有“scope”',
    ],
  ])('%s in it is refused, whoever has signed it', async (_, entity, edits, words) => {
    const refused = await check(signedWith(entity, edits));
    expect([refused.status, refused.errors.map(({ msg }) => msg).join()]).toEqual([
      400,
      expect.stringContaining(words),
    ]);
  });

  it.each<readonly [string, string, readonly unknown[], string]>([
    [
      'an entity',
      'nothing',
      [{ edit: 'set', at: [], property: 'title', base: 'a', value: 'b' }],
      '没有业务“某业务”（nothing）',
    ],
    [
      'a field',
      LAW,
      [{ edit: 'set', at: ['record', 'properties', 'gone'], property: 'title', base: 'a', value: 'b' }],
      '“gone”已不存在',
    ],
    ['a dictionary', '@dictionary/none', [newChoiceEdit('a', '甲', 1)], '没有某业务（none）'],
    [
      'a group of the menu',
      '@menu',
      [{ edit: 'set', at: ['law'], property: 'parent', base: null, value: 'noGroup' }],
      '的上级“noGroup”不存在',
    ],
    [
      'an area',
      'ownOther',
      [
        {
          edit: 'create',
          at: [],
          area: 'nowhere',
          value: { ...ladder, entity: 'ownOther', api: { service: 'safety', base: 'own/ownOther' }, pages: {} },
        },
      ],
      '领域“nowhere”不存在',
    ],
  ])('names %s that is missing, and is not taken', async (_, entity, edits, words) => {
    const made = signedWith(entity, edits);
    const { data, msg } = await check(made);
    expect(data.missing.join(), msg).toContain(words);
    const taken = await call<DesignTaken>(neighbour, 'POST', 'bundle-take', { bundle: made, from: data.from });
    expect([taken.status, taken.errors.map((fault) => fault.msg).join()]).toEqual([
      400,
      expect.stringContaining(words),
    ]);
    expect((await draftOf(neighbour)).id).toBeNull();
  });
});

describe('an entity of a company’s own that goes', () => {
  const RECORDS = `safety/own/${KEY}`;
  const there = async () => {
    const [row] = await server.database.withTenant(TENANT, (connection) =>
      connection.query<{ there: boolean }>(`select to_regclass('data."x645967_${KEY}"') is not null as there`),
    );
    return row?.there;
  };
  const page = (person: SignedIn) =>
    callAs<PageMetadata>(server.main, person, 'GET', `system/metadata/page?code=${KEY}`);

  it('leaves with pages, menu and table where it holds no record, and comes back by the history', async () => {
    expect((await page(admin)).status).toBe(200);
    const refused = await call<DesignTaken>(admin, 'POST', 'step', {
      ...{
        draft: '',
        after: 0,
        step: { step: 'do', id: 'step-shipped', entity: LAW, edits: [{ edit: 'remove', at: [] }] },
      },
    });
    expect(refused.errors[0]?.msg).toContain('是出厂业务，不能删除');
    await act(admin, [{ edit: 'remove', at: [] }], KEY);
    const late = await call<DesignTaken>(admin, 'POST', 'step', {
      ...{ draft: (await draftOf(admin)).id, after: 99 },
      step: {
        step: 'do',
        id: 'step-too-late',
        entity: KEY,
        edits: [{ edit: 'set', at: [], property: 'title', base: 'a', value: 'b' }],
      },
    });
    expect(late.errors[0]?.msg).toBe('“梯台月检”将在发布时删除，请先撤销删除');
    const change = await publish(admin, '不用了');
    expect((await page(admin)).status).toBe(404);
    expect(await menuOf(admin)).not.toContain(KEY);
    expect(await there()).toBe(false);
    // Its former key may be used anew.
    expect((await callAs(server.main, admin, 'GET', `${RECORDS}/page`)).status).toBe(404);
    const changes = (await call<readonly DesignChange[]>(admin, 'GET', 'history')).data;
    const former = changes[changes.findIndex(({ id }) => id === change.id) + 1];
    const back = await call<DesignChange>(admin, 'POST', 'rollback', { id: former?.id, reason: '还要用' });
    expect(back.status, back.msg).toBe(200);
    expect([(await page(admin)).status, await there()]).toEqual([200, true]);
  });

  it('with records says how many, wants its name, keeps them, and has them again when it is rolled back', async () => {
    // The page has no button to add: the record comes as an import of before would have it.
    await server.database.transaction(TENANT, (connection) =>
      connection.execute(
        `insert into data."x645967_${KEY}" (id, "tenantId", name, version, "isDeleted", "createTime") values ('71', $1, '一号梯', 1, 0, now())`,
        [TENANT],
      ),
    );
    await act(admin, [{ edit: 'remove', at: [] }], KEY);
    const { data: impact } = await call<{
      items: { id: string; message: string; confirm?: string }[];
      entities: unknown[];
    }>(admin, 'GET', 'impact');
    expect(impact.entities).toMatchObject([{ entity: KEY, removed: true }]);
    expect(impact.items).toMatchObject([
      { id: `${KEY} removed`, count: 1, ways: ['archive'], confirm: '梯台月检', sample: [{ id: '71' }] },
    ]);
    const { seq } = await draftOf(admin);
    const send = (choices: readonly unknown[]) =>
      call<DesignChange>(admin, 'POST', 'publish', { after: seq, title: '归档', reason: '', choices });
    expect((await send([])).errors[0]?.msg).toContain('1条记录将归档');
    const wrong = await send([{ id: `${KEY} removed`, do: 'archive', value: '梯台' }]);
    expect(wrong.errors[0]?.msg).toBe('请输入名称“梯台月检”，以确认归档');
    expect((await page(admin)).status).toBe(200);
    const done = await send([{ id: `${KEY} removed`, do: 'archive', value: '梯台月检' }]);
    expect(done.data.choices, done.msg).toEqual(['不再有业务“梯台月检”；归档']);
    expect([(await page(admin)).status, await there()]).toEqual([404, true]);
    // Nobody makes another of the key while its records are kept.
    const again = await call<DesignTaken>(admin, 'POST', 'step', {
      ...{ draft: '', after: 0 },
      step: {
        step: 'do',
        id: 'step-made-anew',
        entity: KEY,
        edits: [{ edit: 'create', at: [], area: 'own', value: ladder }],
      },
    });
    expect(again.errors[0]?.msg).toContain('是已归档业务的代码');
    const [, former] = (await call<readonly DesignChange[]>(admin, 'GET', 'history')).data;
    const back = await call<DesignChange>(admin, 'POST', 'rollback', { id: former?.id, reason: '恢复' });
    expect(back.status, back.msg).toBe(200);
    const { data } = await callAs<{ records: WireRecord[] }>(
      server.main,
      admin,
      'GET',
      `${RECORDS}/page?current=1&size=10`,
    );
    expect(data.records).toMatchObject([{ id: '71', name: '一号梯' }]);
  });
});
