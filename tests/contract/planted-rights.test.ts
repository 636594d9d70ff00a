import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeCompanions } from '../../server/flow/rollup/companions.ts';
import type { EntityModel } from '../../src/core/model/entity-model.ts';
import { callAs } from '../fixtures/call-as.ts';
import { readEvents } from '../fixtures/event-reader.ts';
import { liveAnonymously } from '../fixtures/leaks/anonymous-life.ts';
import {
  type AskedCall,
  guessingCalls,
  guessingWrites,
  hear,
  plainCalls,
  systemCalls,
  writingCalls,
} from '../fixtures/leaks/asked-calls.ts';
import { type LeakPerson, type LeakServer, startLeakServer, TENANT } from '../fixtures/leaks/leak-server.ts';
import { KEEPER } from '../fixtures/leaks/sealed-entities.ts';
import { keptFields, knows, plantRecord, type Secret, secretValue, writeRow } from '../fixtures/leaks/secrets.ts';
import { liveVault, type VaultLife } from '../fixtures/leaks/vault-life.ts';
import { patient } from '../fixtures/patience.ts';

/*
 * Every field of every shipped entity, example and entity of this test that somebody may not read plain: a value that
 * stands nowhere else is planted, and no answer to such a person may hold it, nor be another where another value stands.
 */

const deep = process.env.ANLAN_DEEP !== undefined;
/** Of the calls about entities that hold nothing from a person he makes one in so many; the deep run makes all. */
const OTHERS = 5;

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
  people = await server.people(['employee', KEEPER, 'safetyDirector', 'author', 'bystander', ...kept.flatMap(rolesOf)]);
  for (const model of kept) planted.push(...(await plantRecord(server, model, `planted-${model.key}`, planted.length)));
  vault = await liveVault(server, person(KEEPER));
  // A job makes what accompanies new people, and logs it: not between two counts of who is named.
  await makeCompanions(server.services, server.now());
}, patient(240_000));
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
    { ...place, entity, id, ids: id, recordId: id },
    { ...place, entity, id, transition: 'look' },
    ...pages.map((page) => ({ ...place, entity, page, code: page, whose: 'all' })),
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

/** Another record of the entity whose conditional fields its reader does see, so that they are asked for where he may. */
function ownRecordOf({ key }: EntityModel, { userId, role }: LeakPerson) {
  return key === 'vault' ? { id: `held-by-${role}`, values: { holder: userId, remark: '自己的评语' } } : undefined;
}

const LOGS = new Set(['auditLog', 'notice', 'attach']);

describe('a value that a person may not know', () => {
  it(
    'is in no answer to him',
    async () => {
      const askers = new Map<LeakPerson, Secret[]>();
      const asked = new Map<string, { call: AskedCall; about: Set<EntityModel> }>();
      for (const model of plantedModels()) {
        const id = `planted-${model.key}`;
        const about = models.filter(
          ({ key, parent }) => key === model.key || parent?.entity === model.key || LOGS.has(key),
        );
        const calls = [...about.flatMap((one) => plainCalls(one, id)), ...(await callsAbout(model.key, id))];
        for (const call of calls) {
          const known = asked.get(named(call));
          if (known === undefined) asked.set(named(call), { call, about: new Set([model]) });
          else known.about.add(model);
        }
        for (const { who, unknown } of await strangersTo(model))
          askers.set(who, [...(askers.get(who) ?? []), ...unknown]);
      }
      for (const [turn, [who, unknown]] of [...askers].entries()) {
        const models = new Set(unknown.map(({ model }) => model));
        for (const [index, { call, about }] of [...asked.values()].entries()) {
          const isDue = deep || [...about].some((model) => models.has(model)) || index % OTHERS === turn % OTHERS;
          if (isDue) await listen(who, call, secretsOf(unknown));
        }
      }
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
    },
    patient(240_000),
  );

  it(
    'makes no difference to any answer, whatever is guessed or written',
    async () => {
      const differing: string[] = [];
      let compared = 0;
      for (const model of plantedModels()) {
        const id = `planted-${model.key}`;
        const fields = keptFields(model);
        const first = planted.findIndex((secret) => secret.model === model);
        /** In both worlds all is the same but the fields that the person does not know. */
        const world = (turn: 1 | 2, unknown: readonly Secret[] = []) =>
          writeRow(
            server,
            model,
            id,
            Object.fromEntries(
              fields.map((field, index) => {
                const isKnown = !unknown.some((secret) => secret.field === field);
                return [field.key, secretValue(field, first + index, isKnown ? 1 : turn)];
              }),
            ),
          );
        for (const { who, unknown } of await strangersTo(model)) {
          const own = ownRecordOf(model, who);
          if (own !== undefined) await writeRow(server, model, own.id, own.values);
          const secrets = secretsOf(unknown);
          const heard = async (turn: 1 | 2, calls: readonly AskedCall[], isFresh: boolean) => {
            const answers: Awaited<ReturnType<typeof listen>>[] = [];
            if (!isFresh) await world(turn, unknown);
            for (const call of calls) {
              if (isFresh) await world(turn, unknown);
              answers.push(await listen(who, call, turn === 1 ? secrets : {}));
            }
            return answers;
          };
          // What was printed is in the history on the next paper.
          const reading = [...plainCalls(model, id), ...unknown.flatMap(guessingCalls)].filter(
            ({ url }) => !url.includes('/print?'),
          );
          const writing = [...writingCalls(model, id), ...unknown.flatMap(guessingWrites)];
          for (const [calls, isFresh] of [
            [reading, false],
            [writing, true],
          ] as const) {
            const [ones, others] = [await heard(1, calls, isFresh), await heard(2, calls, isFresh)];
            compared += calls.length;
            for (const [index, call] of calls.entries()) {
              const [one, other] = [ones[index], others[index]];
              if (one?.status !== other?.status || one?.text !== other?.text)
                differing.push(`${who.role} ${named(call)}\n${one?.text.slice(0, 300)}\n${other?.text.slice(0, 300)}`);
            }
          }
        }
        await world(1);
      }
      expect(differing).toEqual([]);
      expect([...leaks]).toEqual([]);
      expect(compared).toBeGreaterThan(1_000);
    },
    patient(240_000),
  );

  it(
    'is told by nothing that its record leaves behind: requests, tasks, notices, evidence, files, events',
    async () => {
      const base = await server.address();
      const secrets = Object.fromEntries(Object.entries(vault.secrets).map(([name, text]) => [name, [text]]));
      const asked = [
        ...models
          .filter(({ key }) => key.startsWith('vault') || LOGS.has(key))
          .flatMap((one) => plainCalls(one, vault.id)),
        ...plainCalls(models.find(({ key }) => key === 'vaultBox') as EntityModel, vault.boxId),
        ...plainCalls(models.find(({ key }) => key === 'vault') as EntityModel, vault.waitingId),
        { method: 'GET', url: '/api/anlan-system/flow/awaiting?page=vault&whose=mine' } as const,
        // A guard says why in words that are made of the record.
        ...[vault.id, vault.waitingId].map((id) => ({
          ...({ method: 'POST', url: '/api/anlan-safety/leaks/vault/extend' } as const),
          body: { id, row: { shown: '公开缘由' } },
        })),
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
        expect((await callAs(server.main, person(KEEPER), 'POST', 'safety/leaks/vault/save', body)).msg).toBe(
          '操作成功',
        );
        await stream.next(({ data }) => data.topic === 'record', 5_000);
        const heard = JSON.stringify(stream.events);
        for (const [name, texts] of Object.entries(secrets))
          if (texts.some((text) => heard.includes(text))) leaks.add(`${name} ${role} events`);
        stream.close();
      }
      expect([...leaks]).toEqual([]);
      // Who may know them is told them, by the same calls: what is looked for does stand there.
      const keeper = person(KEEPER);
      const heard: string[] = [];
      for (const call of asked.filter(({ method }) => method === 'GET'))
        heard.push((await hear(server, keeper, call)).text);
      const told = heard.join('\n');
      expect(Object.entries(vault.secrets).filter(([, text]) => !told.includes(text))).toEqual([]);
    },
    patient(240_000),
  );

  it(
    'is the author of an anonymous record, to nobody and nowhere',
    async () => {
      const author = person('author');
      const base = await server.address();
      const acts: string[] = [];
      // Everybody's directory, and the log of who signed in, name him anyway; what was asked once is not asked again.
      const before = new Map<string, number>();
      const naming = (text: string) => text.split(new RegExp(`${author.userId}|anon-`)).length - 1;
      for (const model of models.filter(({ anonymous }) => anonymous !== undefined)) {
        const askers = askersOf(model);
        const about = models.filter(
          ({ key, parent }) => key === model.key || parent?.entity === model.key || LOGS.has(key),
        );
        /** How often the author or a pseudonym is named by each call, as it is asked about a record. */
        const count = async (id: string, known: ReadonlyMap<string, number> = new Map()) => {
          const asked = [...about.flatMap((one) => plainCalls(one, id)), ...(await callsAbout(model.key, id))];
          const found = new Map<string, number>();
          for (const who of askers) {
            for (const call of asked.filter(({ method, url }) => method === 'GET' || !url.includes('anlan-system'))) {
              const asking = `${who.role} ${named(call).replaceAll(id, '{id}')}`;
              if (!known.has(asking)) found.set(asking, naming((await hear(server, who, call)).text));
            }
          }
          return found;
        };
        for (const [asking, times] of await count('nobody-knows', before)) before.set(asking, times);
        const watched = new URLSearchParams({ entities: model.key });
        const stream = await readEvents(`${base}/api/anlan-system/events?${watched}`, person(KEEPER).headers);
        await stream.next(({ event }) => event === 'open');
        const { id, fired } = await liveAnonymously(server, model, author);
        acts.push(...fired);
        await stream.next(({ data }) => data.topic === 'entity', 5_000);
        const after = await count(id);
        expect([...after].filter(([call, times]) => times > (before.get(call) ?? 0))).toEqual([]);
        // What waits for its author, and for others since it is his, is told of by tasks, notices and its course.
        const telling = [
          'notice/page?size=100',
          'flow/todo?size=200',
          ...(model.key === 'vaultVoice' ? ['flow/awaiting?page=vaultVoice&whose=all'] : []),
        ];
        for (const call of fired.length === 0 ? [] : telling) {
          const { text } = await hear(server, person(KEEPER), { method: 'GET', url: `/api/anlan-system/${call}` });
          expect([model.key, call, text.includes('匿名说的事')]).toEqual([model.key, call, true]);
        }
        // Whether it was he or another makes no difference, whatever is guessed or written.
        const sealed = model.fields.filter(({ key, target }) => model.anonymous?.sealed.has(key) && target !== 'dept');
        const differing: string[] = [];
        for (const who of askers) {
          for (const field of sealed) {
            const [his, others] = [author, person('bystander')].map(({ userId }) =>
              guessingCalls({ model, field, asked: userId }),
            );
            for (const [index, call] of (his ?? []).entries()) {
              const [one, other] = [await hear(server, who, call), await hear(server, who, others?.[index] ?? call)];
              const same = (text: string) => timeless(text).replaceAll(/asks-(author|bystander)/g, '');
              if (one.status !== other.status || same(one.text) !== same(other.text))
                differing.push(`${who.role} ${named(call)} ${one.text.slice(0, 300)} ${other.text.slice(0, 300)}`);
            }
          }
          for (const call of writingCalls(model, id).filter(({ url }) => !/\/(remove|open-author)\b/.test(url))) {
            if (naming((await hear(server, who, call)).text) > 0) differing.push(`${who.role} ${named(call)}`);
          }
          if (isOpener(model, who)) continue;
          const body = { id, reason: '想知道是谁' };
          const opened = await callAs(server.main, who, 'POST', `${model.service}/${model.base}/open-author`, body);
          if (opened.status < 400) differing.push(`${who.role} opens ${model.key}`);
        }
        expect(differing).toEqual([]);
        expect([model.key, naming(JSON.stringify(stream.events))]).toEqual([model.key, 0]);
        stream.close();
        // He himself still has it, and the others see it without him.
        const path = `${model.service}/${model.base}/detail?id=${id}`;
        for (const who of [author, person(KEEPER)]) {
          const { status, text } = await hear(server, who, { method: 'GET', url: `/api/anlan-${path}` });
          expect([model.key, who.role, status, text.includes('匿名')]).toEqual([model.key, who.role, 200, true]);
        }
      }
      expect(acts).toEqual(expect.arrayContaining(['submit', 'talk', 'ask', 'show']));
    },
    patient(240_000),
  );
});

/** Those whom the rights of an anonymous entity tell apart, the keeper and who may open it among them. */
function askersOf(model: EntityModel): readonly LeakPerson[] {
  const { pages, permissions } = model;
  const named = [
    ...Object.values(pages).flatMap(({ grants }) => Object.keys(grants)),
    ...Object.keys(permissions.scope ?? {}),
  ];
  const found = [...new Set([KEEPER, 'safetyDirector', 'stranger', ...named])].flatMap(
    (role) => people.get(role) ?? [],
  );
  // Who may do the same is asked once.
  const alike = (who: LeakPerson) => JSON.stringify([grantsOf(model, who.role), isOpener(model, who)]);
  return [...new Map(found.toReversed().map((who) => [alike(who), who])).values()];
}

const isOpener = ({ anonymous }: EntityModel, { role }: LeakPerson) =>
  anonymous?.open.some((actor) => typeof actor === 'object' && 'role' in actor && actor.role === role) === true;
