import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EntityModel } from '../../src/core/model/entity-model.ts';
import type { WireRecord } from '../../src/core/wire/contract.ts';
import { callAs } from '../fixtures/call-as.ts';
import { readEvents } from '../fixtures/event-reader.ts';
import {
  type AskedCall,
  guessingCalls,
  hear,
  plainCalls,
  systemCalls,
  writingCalls,
} from '../fixtures/leaks/asked-calls.ts';
import { type LeakPerson, type LeakServer, startLeakServer, TENANT } from '../fixtures/leaks/leak-server.ts';
import { KEEPER } from '../fixtures/leaks/sealed-entities.ts';
import { keptFields, knows, plantRecord, type Secret, secretValue, writeRow } from '../fixtures/leaks/secrets.ts';
import { liveVault, type VaultLife } from '../fixtures/leaks/vault-life.ts';

/*
 * Every field of every shipped entity, example and entity of this test that somebody may not read plain: a value that
 * stands nowhere else is planted, and no answer to such a person may hold it, nor be another where another value stands.
 */

let server: LeakServer;
let models: readonly EntityModel[] = [];
let vault: VaultLife;
let people: ReadonlyMap<string, LeakPerson> = new Map();
const planted: Secret[] = [];

const person = (role: string): LeakPerson => {
  const found = people.get(role);
  if (found === undefined) throw new Error(`nobody is ${role}`);
  return found;
};
/** Roles that the rights of an entity's fields tell apart, and a stranger. */
const rolesOf = (model: EntityModel): readonly string[] => {
  const rights = Object.values(model.permissions.fields ?? {}).flat();
  return [...new Set([...rights.flatMap(({ roles }) => roles), 'stranger'])].filter((role) => role !== 'everyone');
};

beforeAll(async () => {
  server = await startLeakServer();
  models = [...(await server.metadata.snapshot(TENANT)).entities.values()].filter(({ scope }) => scope === 'tenant');
  const kept = models.filter((model) => keptFields(model).length > 0);
  people = await server.people(['employee', KEEPER, 'safetyDirector', 'author', ...kept.flatMap(rolesOf)]);
  for (const model of kept) planted.push(...(await plantRecord(server, model, `planted-${model.key}`, planted.length)));
  vault = await liveVault(server, person(KEEPER));
}, 240_000);
afterAll(() => server?.stop());

/** Those whom the rights of a field keep from a secret, each with all that he may not know of its entity. */
async function strangersTo(model: EntityModel): Promise<readonly { who: LeakPerson; unknown: readonly Secret[] }[]> {
  const secrets = planted.filter((secret) => secret.model === model);
  const found = await Promise.all(
    rolesOf(model).map(async (role) => {
      const known = await Promise.all(secrets.map(({ field }) => knows(server, person(role), model, field)));
      return { who: person(role), unknown: secrets.filter((_, index) => known[index] === false) };
    }),
  );
  // Who may do the same and knows the same is asked once.
  const alike = ({ who, unknown }: (typeof found)[number]) =>
    JSON.stringify([unknown.map(({ field }) => field.key), grantsOf(model, who.role)]);
  const once = new Map(found.filter(({ unknown }) => unknown.length > 0).map((one) => [alike(one), one]));
  return [...once.values()];
}

const grantsOf = ({ pages, permissions }: EntityModel, role: string) => [
  ...Object.values(pages).map(({ grants }) => grants[role]),
  permissions.scope?.[role],
];

const plantedModels = () => [...new Set(planted.map(({ model }) => model))];
const named = ({ method, url, body }: AskedCall) =>
  `${method} ${decodeURIComponent(url)} ${JSON.stringify(body ?? '')}`;

/** System calls about a record of an entity, and about all that was sealed and is to be decided. */
async function callsAbout(entity: string, id: string): Promise<readonly AskedCall[]> {
  const [sealed, tasks] = await server.database.withTenant(TENANT, async (db) => [
    await db.query<{ id: string }>('select id from platform.evidence'),
    await db.query<{ id: string }>('select id from platform."approvalTask"'),
  ]);
  const pages = Object.keys(models.find(({ key }) => key === entity)?.pages ?? {});
  const userId = person('employee').userId;
  const place = { userId, delegateId: userId, deptId: '645967-company', parentId: '645967-company', tenantId: TENANT };
  return systemCalls([
    { ...place, entity, id, recordId: id },
    ...pages.map((page) => ({ ...place, entity, page, code: page })),
    ...sealed.map((one) => ({ ...place, id: one.id })),
    ...tasks.map((one) => ({ ...place, taskId: one.id })),
    { ...place, requestId: vault.requestId },
  ]);
}

/** What an answer of now and one of a moment later have apart though nothing differs. */
const timeless = (text: string) =>
  text.replaceAll(/\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+Z?)?)?/g, '').replaceAll(/\d{19}/g, '');

/** Asks, notes which kinds of calls are answered well, and which of these secrets, or fault of the server, they tell. */
async function listen(who: LeakPerson, call: AskedCall, secrets: Readonly<Record<string, readonly string[]>>) {
  const { status, text } = await hear(server, who, call);
  if (status >= 500) leaks.add(`${status} ${who.role} ${named(call)}`);
  // A refusal may say again what was asked for.
  const said = decodeURIComponent(call.url) + JSON.stringify(call.body ?? '');
  for (const [name, texts] of Object.entries(secrets)) {
    const told = texts.some((secret) => text.includes(secret) && (status < 400 || !said.includes(secret)));
    if (told) leaks.add(`${name} ${who.role} ${named(call)}`);
  }
  if (status < 400) well.add(call.url.split('?')[0]?.split('/').at(-1) ?? '');
  return { status, text: timeless(text) };
}
const leaks = new Set<string>();
const well = new Set<string>();

const secretsOf = (unknown: readonly Secret[]) =>
  Object.fromEntries(unknown.map(({ model, field, texts }) => [`${model.key}.${field.key}`, texts]));

const LOGS = new Set(['auditLog', 'notice', 'attach']);

describe('a value that a person may not know', () => {
  it('is in no answer to him', async () => {
    const askers = new Map<LeakPerson, Secret[]>();
    const asked = new Map<string, AskedCall>();
    for (const model of plantedModels()) {
      const id = `planted-${model.key}`;
      const about = models.filter(
        ({ key, parent }) => key === model.key || parent?.entity === model.key || LOGS.has(key),
      );
      const calls = [...about.flatMap((one) => plainCalls(one, id)), ...(await callsAbout(model.key, id))];
      for (const call of calls) asked.set(named(call), call);
      for (const { who, unknown } of await strangersTo(model))
        askers.set(who, [...(askers.get(who) ?? []), ...unknown]);
    }
    for (const [who, unknown] of askers) for (const call of asked.values()) await listen(who, call, secretsOf(unknown));
    expect([...leaks]).toEqual([]);
    const kinds = [
      'page',
      'list',
      'select',
      'count',
      'detail',
      'history',
      'print',
      'export',
      'stats',
      'evidence/detail',
    ];
    expect(kinds.filter((kind) => ![...well].some((path) => kind.endsWith(path)))).toEqual([]);
  }, 240_000);

  it('makes no difference to any answer, whatever is guessed or written', async () => {
    const differing: string[] = [];
    let compared = 0;
    for (const model of plantedModels()) {
      const id = `planted-${model.key}`;
      const fields = keptFields(model);
      const first = planted.findIndex((secret) => secret.model === model);
      const world = (turn: 1 | 2) =>
        writeRow(
          server,
          model,
          id,
          Object.fromEntries(fields.map((field, index) => [field.key, secretValue(field, first + index, turn)])),
        );
      for (const { who, unknown } of await strangersTo(model)) {
        // What he knows of the record would be another too.
        const known = fields.filter((field) => !unknown.some((secret) => secret.field === field));
        if (known.length > 0) continue;
        const asked = [...plainCalls(model, id), ...unknown.flatMap(guessingCalls), ...writingCalls(model, id)];
        // What was printed is in the history on the next paper.
        for (const call of asked.filter(({ url }) => !url.includes('/print?'))) {
          await world(1);
          const one = await listen(who, call, secretsOf(unknown));
          await world(2);
          const other = await listen(who, call, {});
          compared += 1;
          if (one.status !== other.status || one.text !== other.text)
            differing.push(`${who.role} ${named(call)}\n${one.text.slice(0, 300)}\n${other.text.slice(0, 300)}`);
        }
      }
      await world(1);
    }
    expect(differing).toEqual([]);
    expect([...leaks]).toEqual([]);
    expect(compared).toBeGreaterThan(300);
  }, 240_000);

  it('is told by nothing that its record leaves behind: requests, tasks, notices, evidence, files, events', async () => {
    const base = await server.main.listen({ host: '127.0.0.1', port: 0 });
    const secrets = Object.fromEntries(Object.entries(vault.secrets).map(([name, text]) => [name, [text]]));
    const asked = [
      ...models
        .filter(({ key }) => key.startsWith('vault') || LOGS.has(key))
        .flatMap((one) => plainCalls(one, vault.id)),
      ...plainCalls(models.find(({ key }) => key === 'vaultBox') as EntityModel, vault.boxId),
      { method: 'GET', url: `/api/anlan-safety/fileserver/downLoadFileById?id=${vault.fileId}` } as const,
      ...Object.values(vault.secrets).map(
        (text): AskedCall => ({
          method: 'GET',
          url: `/api/anlan-system/flow/todo?${new URLSearchParams({ keyword: text })}`,
        }),
      ),
      ...(await callsAbout('vault', vault.id)),
      ...models.filter(({ key }) => key === 'vault').flatMap((model) => writingCalls(model, vault.id)),
    ];
    for (const role of ['employee', 'stranger']) {
      const who = person(role);
      const watched = new URLSearchParams({ records: `vault:${vault.id}`, entities: 'vault,vaultLine' });
      const stream = await readEvents(`${base}/api/anlan-system/events?${watched}`, who.headers);
      await stream.next(({ event }) => event === 'open');
      for (const call of asked) await listen(who, call, secrets);
      const { version } = (
        await callAs<{ version: number }>(
          server.main,
          person(KEEPER),
          'GET',
          `safety/leaks/vault/detail?id=${vault.id}`,
        )
      ).data;
      const body = { id: vault.id, version, title: `给${role}的题目` };
      expect((await callAs(server.main, person(KEEPER), 'POST', 'safety/leaks/vault/save', body)).msg).toBe('操作成功');
      await stream.next(({ data }) => data.topic === 'record', 5_000);
      const heard = JSON.stringify(stream.events);
      for (const [name, texts] of Object.entries(secrets))
        if (texts.some((text) => heard.includes(text))) leaks.add(`${name} ${role} events`);
      stream.close();
    }
    expect([...leaks]).toEqual([]);
    // Who may know them is told them, by the same calls: what is looked for does stand there.
    const keeper = person(KEEPER);
    const told = (
      await Promise.all(asked.filter(({ method }) => method === 'GET').map((call) => hear(server, keeper, call)))
    )
      .map(({ text }) => text)
      .join('\n');
    expect(Object.entries(vault.secrets).filter(([, text]) => !told.includes(text))).toEqual([]);
  }, 240_000);

  it('is the author of an anonymous record, to nobody and nowhere', async () => {
    const author = person('author');
    const askers = [person(KEEPER), person('safetyDirector')];
    let waiting = 0;
    // Everybody's directory, and the log of who signed in, name him anyway; what was asked once is not asked again.
    const before = new Map<string, number>();
    for (const model of models.filter(({ anonymous }) => anonymous !== undefined)) {
      /** How often the author or a pseudonym is named by each call, as it is asked about a record. */
      const count = async (id: string, known: ReadonlyMap<string, number> = new Map()) => {
        const about = models.filter(
          ({ key, parent }) => key === model.key || parent?.entity === model.key || LOGS.has(key),
        );
        const asked = [...about.flatMap((one) => plainCalls(one, id)), ...(await callsAbout(model.key, id))];
        const found = new Map<string, number>();
        for (const who of askers) {
          for (const call of asked.filter(({ method }) => method === 'GET')) {
            const asking = `${who.role} ${named(call).replaceAll(id, '{id}')}`;
            if (known.has(asking)) continue;
            const { text } = await hear(server, who, call);
            found.set(asking, text.split(new RegExp(`${author.userId}|anon-`)).length - 1);
          }
        }
        return found;
      };
      for (const [asking, times] of await count('nobody-knows', before)) before.set(asking, times);
      const path = `${model.service}/${model.base}`;
      const values = { title: '匿名说的事', found: '匿名说的事', reporter: author.userId, isAnonymous: '1' };
      const body = Object.fromEntries(Object.entries(values).filter(([key]) => model.field.has(key)));
      const saved = await callAs<WireRecord>(server.main, author, 'POST', `${path}/save`, body);
      expect([model.key, saved.msg]).toEqual([model.key, '操作成功']);
      const { id, version } = saved.data;
      // What waits for its author, and for others since it is his, is told of by tasks, notices and its course.
      if (model.transitions.submit !== undefined) {
        const sent = await callAs(server.main, author, 'POST', `${path}/submit`, { id, version });
        expect([model.key, sent.msg]).toEqual([model.key, '操作成功']);
        for (const [call, words] of [
          ['flow/todo', '匿名说的事'],
          [`flow/course?entity=${model.key}&id=${id}`, '匿名'],
          ['notice/page?size=100', '匿名说的事'],
        ] as const) {
          const told = await hear(server, person(KEEPER), { method: 'GET', url: `/api/anlan-system/${call}` });
          expect([call, told.text.includes(words)]).toEqual([call, true]);
        }
        waiting += 1;
      }
      const after = await count(id);
      expect([...after].filter(([call, times]) => times > (before.get(call) ?? 0))).toEqual([]);
      const list = await hear(server, person(KEEPER), {
        method: 'GET',
        url: `/api/anlan-${path}/detail?id=${saved.data.id}`,
      });
      expect([list.status, list.text.includes('匿名')]).toEqual([200, true]);
    }
    expect(waiting).toBeGreaterThan(0);
  }, 240_000);
});
