import { beforeAll, expect, it } from 'vitest';
import { callPath } from '../../src/core/model/call-path.ts';
import type { EntityModel, OperationModel } from '../../src/core/model/entity-model.ts';
import { type ProductClient, signIn } from '../fixtures/product-client.ts';
import { shippedModels } from '../fixtures/shipped-models.ts';

// PostgreSQL holds no such text, and says so with a fault of its own wherever one reaches it unchecked.
const ZERO = '\u0000x';

const { models } = await shippedModels();
let admin: ProductClient;

beforeAll(async () => {
  admin = await signIn('admin');
});

/** Everything that a call may read a text from, each holding the one that cannot be read. */
function texts(model: EntityModel, { method, arguments: kind }: OperationModel): readonly object[] {
  const references = model.fields.flatMap(({ key, target, base }) => (target === undefined || base ? [] : [key]));
  // What is asked of the record above comes before anything is checked.
  const above = model.parent === undefined ? [] : [[model.parent.field]];
  const sets = [
    ['id'],
    [...references, 'ids', 'record', 'for', 'keyword', 'page', 'group', 'sort', 'status'],
    ...above,
  ];
  return sets.map((keys) => {
    const all = Object.fromEntries(keys.map((key) => [key, ZERO]));
    return method === 'GET' || kind === 'query' ? { query: all } : { json: all };
  });
}

it.each(models.map((model) => [model.key, model] as const))(
  'no call of %s fails over a zero in a text',
  async (_, model) => {
    const failed: string[] = [];
    for (const operation of Object.values(model.operations)) {
      const path = `{p}-${model.service}/${callPath(model, operation.path.replace('{id}', encodeURIComponent(ZERO)))}`;
      for (const text of texts(model, operation)) {
        const { status, body } = await admin.call(operation.method, path, text);
        if (status >= 500) failed.push(`${operation.name} ${JSON.stringify(text)} ${status} ${body.msg}`);
      }
    }
    expect(failed).toEqual([]);
  },
);
