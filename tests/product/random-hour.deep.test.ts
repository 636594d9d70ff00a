import { beforeAll, expect, it } from 'vitest';
import { seededRandom } from '../../mocks/demo-plant/seeded.ts';
import type { Choice } from '../../src/core/field-type.ts';
import { callPath } from '../../src/core/model/call-path.ts';
import type { EntityModel, FieldModel, OperationModel } from '../../src/core/model/entity-model.ts';
import type { WireRecord } from '../../src/core/wire/contract.ts';
import { SAMPLE_SIGNATURE } from '../../src/field-types/signature/fixtures.ts';
import { patient } from '../fixtures/patience.ts';
import { type ProductClient, signIn } from '../fixtures/product-client.ts';
import { shippedModels } from '../fixtures/shipped-models.ts';

const SEED = Number(process.env.ANLAN_SEED ?? '1');
const CALLS = 8_000;
const ACCOUNTS = ['admin', 'safety', 'director', 'workshop', 'leader', 'employee'];
/** What ends the caller's own session, or answers a file. */
const LEFT_OUT: ReadonlySet<string> = new Set(['print', 'export', 'template']);

const shipped = await shippedModels();
const models = shipped.models.filter(({ key }) => key !== 'session' && key !== 'user');
const environment = shipped.environment('2026-11-29 08:00:00');
const random = seededRandom(SEED);
const pick = <T>(list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)];

const people: ProductClient[] = [];
const rows = new Map<string, readonly WireRecord[]>();

beforeAll(async () => {
  for (const account of ACCOUNTS) people.push(await signIn(account));
  for (const model of models) {
    const list = Object.values(model.operations).find(({ kind }) => kind === 'page');
    const page = Object.keys(model.pages)[0];
    if (list === undefined || page === undefined) continue;
    for (const person of people) {
      const { status, body } = await person.call<{ records: WireRecord[] }>(list.method, pathOf(model, list), {
        query: { page, size: 20 },
      });
      if (status !== 200 || body.data.records.length === 0) continue;
      rows.set(model.key, body.data.records);
      break;
    }
  }
});

const pathOf = (model: EntityModel, { path }: OperationModel, id = '1'): string =>
  `{p}-${model.service}/${callPath(model, path.replace('{id}', encodeURIComponent(id)))}`;

const HOSTILE = [null, '', -1, '<b>', {}, [], '9'.repeat(40), true, '2026-02-30', '\u0000x', '%', "'"];

/** A value that a person might give a field; what no person gives where the call is meant ill. */
function entered(field: FieldModel, isHostile: boolean): unknown {
  if (random() < (isHostile ? 0.3 : 0.01)) return pick(HOSTILE);
  const { type, field: kind, format } = field.property;
  const several = (one: unknown) => (type === 'array' || field.multiple ? [one] : one);
  if (field.target !== undefined) return several(pick(rows.get(field.target) ?? [])?.id ?? '1');
  const choice = pick<Choice>(environment.choices(field) ?? []);
  if (choice !== undefined) return several(choice.key);
  if (kind === 'signature') return SAMPLE_SIGNATURE;
  if (type === 'number' || type === 'integer') return pick([0, 1, 2, 10, 50]);
  if (type === 'array') return [];
  if (type === 'object') return null;
  if (format === 'date-time') return pick(['2026-11-29 08:00:00', '2026-12-01 12:00:00', '2025-01-01 00:00:00']);
  if (format === 'date') return pick(['2026-11-29', '2026-12-20', '2024-02-29']);
  return pick(['样例', '已按要求处理完毕，现场确认']);
}

/** Values for a call: of a step what it asks, of a save some fields, of a list a filter and a search. */
function givenTo(model: EntityModel, operation: OperationModel, row: WireRecord | undefined): Record<string, unknown> {
  const isHostile = random() < 0.3;
  const step = operation.transition === undefined ? undefined : model.transitions[operation.transition];
  const own = { id: row?.id ?? '1', ...(row === undefined ? {} : { version: row.version }) };
  if (step !== undefined) {
    const asked = step.fields.flatMap(({ field }) => model.field.get(field) ?? []);
    return { ...own, ...Object.fromEntries(asked.map((field) => [field.key, entered(field, isHostile)])) };
  }
  if (/^(create|update|save|submit|calculate)/.test(operation.kind)) {
    const fields = model.fields.filter(({ base, computed }) => !base && !computed && random() < 0.7);
    const values = Object.fromEntries(fields.map((field) => [field.key, entered(field, isHostile)]));
    return { ...(random() < 0.5 ? own : {}), ...values };
  }
  const field = pick(model.fields);
  const filter = field === undefined ? {} : { [field.key]: entered(field, isHostile), orderBy: `${field.key}:desc` };
  return {
    ...own,
    ids: own.id,
    page: pick(Object.keys(model.pages)),
    keyword: pick(['', '泵', 'a%', '\\', '王']),
    ...filter,
  };
}

it(`nothing that people do in an hour fails (seed ${SEED})`, { timeout: patient(900_000) }, async () => {
  const failed: string[] = [];
  const answered = new Map<number, number>();
  for (let done = 0; done < CALLS; done += 1) {
    const [model, person] = [pick(models), pick(people)];
    const operation = model && pick(Object.values(model.operations));
    if (model === undefined || person === undefined || operation === undefined || LEFT_OUT.has(operation.kind))
      continue;
    // Few are removed, so that there is something to do until the end.
    if (operation.kind === 'remove' && random() < 0.9) continue;
    const row = pick(rows.get(model.key) ?? []);
    const given = givenTo(model, operation, row);
    const isQuery = operation.method === 'GET' || operation.arguments === 'query';
    const query = Object.fromEntries(
      Object.entries(given).flatMap(([key, value]) =>
        typeof value === 'object' || value === undefined ? [] : [[key, String(value)]],
      ),
    );
    const path = pathOf(model, operation, row?.id);
    const { status, body } = await person.call(operation.method, path, isQuery ? { query } : { json: given });
    answered.set(status, (answered.get(status) ?? 0) + 1);
    const isSaid = status < 400 || /\p{Script=Han}/u.test(body.msg);
    if (status >= 500 || !isSaid) {
      failed.push(`${person.account} ${model.key}.${operation.name} ${status} ${body.msg} ${JSON.stringify(given)}`);
    }
  }
  // An hour in which nothing went well would show nothing.
  expect(answered.get(200) ?? 0).toBeGreaterThan(CALLS / 10);
  expect(failed).toEqual([]);
});
