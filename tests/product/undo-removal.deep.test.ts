import { expect, it } from 'vitest';
import { callPath } from '../../src/core/model/call-path.ts';
import type { EntityModel, OperationModel } from '../../src/core/model/entity-model.ts';
import type { WireRecord } from '../../src/core/wire/contract.ts';
import { patient } from '../fixtures/patience.ts';
import { signIn } from '../fixtures/product-client.ts';
import { shippedModels } from '../fixtures/shipped-models.ts';

/** Records of an entity that are tried until one may be removed. */
const TRIED = 5;
/** Fields that say by whom and when a record was written last. */
const STAMPS = new Set(['version', 'updateTime', 'updateUser', 'updateUserLabel', 'abilities']);

const { models } = await shippedModels();
const operation = (model: EntityModel, wanted: OperationModel['kind']) =>
  Object.values(model.operations).find(({ kind }) => kind === wanted);
const pathOf = (model: EntityModel, { path }: OperationModel, id: string): string =>
  `{p}-${model.service}/${callPath(model, path.replace('{id}', id))}`;

/** A value without stamps, at any depth; links to files are signed anew each time. */
function unstamped(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(unstamped);
  if (typeof value !== 'object' || value === null) {
    return typeof value === 'string' ? value.replace(/\?.*(?:expires|sig|token)=.*$/, '') : value;
  }
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, inner]) => (STAMPS.has(key) ? [] : [[key, unstamped(inner)]])),
  );
}

it(
  'what of any entity is removed and brought back is as it was, with all that belongs to it',
  async () => {
    const people = [await signIn('admin'), await signIn('safety')];
    const restored: string[] = [];
    const wrong: unknown[] = [];
    for (const model of models) {
      const [list, detail, remove] = [operation(model, 'page'), operation(model, 'detail'), operation(model, 'remove')];
      const page = Object.keys(model.pages)[0];
      if (list === undefined || detail === undefined || remove === undefined || page === undefined) continue;
      if (['user', 'session', 'tenant'].includes(model.key) || model.anonymous !== undefined) continue;
      for (const person of people) {
        const found = await person.call<{ records: WireRecord[] }>(list.method, pathOf(model, list, ''), {
          query: { page, size: TRIED },
        });
        if (found.status !== 200) continue;
        const whole = async (id: string) =>
          (await person.call<WireRecord>(detail.method, pathOf(model, detail, id), { query: { id, with: 'children' } }))
            .body.data;
        let done = false;
        for (const { id } of found.body.data.records) {
          const before = await whole(id);
          const gone = await person.call(remove.method, pathOf(model, remove, id), {
            ...(remove.method === 'POST' ? { json: { ids: id } } : { query: { ids: id } }),
          });
          if (gone.status !== 200) continue;
          const back = await person.call('POST', '{p}-system/record/restore', { json: { entity: model.key, ids: id } });
          const after = await whole(id);
          // Some are retired and not removed.
          if (back.status !== 200 && after?.status !== before.status && after !== null) continue;
          if (back.status !== 200) wrong.push([model.key, id, back.status, back.body.msg, back.body.errors]);
          else {
            restored.push(model.key);
            try {
              expect(unstamped(after)).toEqual(unstamped(before));
            } catch (error) {
              wrong.push([model.key, id, error instanceof Error ? error.message : error]);
            }
          }
          done = true;
          break;
        }
        if (done) break;
      }
    }
    process.stdout.write(`brought back: ${restored.length} (${restored.join(' ')})\n`);
    expect(wrong).toEqual([]);
    expect(restored.length).toBeGreaterThan(30);
  },
  patient(900_000),
);
