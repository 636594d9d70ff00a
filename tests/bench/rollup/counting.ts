import type { Entity, Property } from '../../../src/core/dialect/entity.generated.ts';
import type { WireRecord } from '../../../src/core/wire/contract.ts';
import { createEntityServer, type EntityServer, type TestPerson } from '../../fixtures/entity-server.ts';

/** Where the calls of the bench's entities begin. */
export const P = '/api/anlan-safety';

/** Who calls. */
export const officer: TestPerson = { userId: 'u1', realName: '人员1', roleCodes: ['officer'] };
const grants = { officer: ['view', 'add', 'edit'] };

const plain = (title: string, field: string, type: Property['type'], more: Partial<Property> = {}): Property => ({
  title,
  field,
  type,
  ...more,
});
const rolled = (title: string, rollup: NonNullable<Property['rollup']>): Property =>
  plain(title, 'calculate', 'number', { precision: 15, scale: 2, rollup });
const entity = (key: string, properties: Record<string, Property>, page: object = {}): Entity => ({
  dialect: 1,
  entity: key,
  title: key,
  api: { service: 'safety', base: key.toLowerCase() },
  record: { type: 'object', properties },
  pages: { [key]: { title: key, grants, columns: Object.keys(properties), ...page } },
  permissions: { scope: { everyone: 'tenant' } },
});
const plan = (key: string, more: Record<string, Property> = {}, page: object = {}) =>
  entity(
    key,
    { name: plain('名称', 'input', 'string'), budget: plain('预算', 'number', 'number', { scale: 2 }), ...more },
    page,
  );
const receipt = (key: string, of: string) =>
  entity(key, {
    name: plain('名称', 'input', 'string'),
    plan: plain('计划', 'reference', 'string', { ref: { entity: of } }),
    amount: plain('金额', 'number', 'number', { scale: 2 }),
    day: plain('日期', 'date', 'string', { format: 'date' }),
    remark: plain('备注', 'textarea', 'string'),
  });

const of = { of: 'countedReceipt', by: 'plan' };
const entities = [
  plan(
    'countedPlan',
    {
      used: rolled('已用', { sum: 'amount', ...of }),
      receipts: rolled('票据数', { count: true, ...of, where: 'amount > 10' }),
      greatest: rolled('最大', { maxOf: 'amount', ...of }),
      base: plain('原计划', 'reference', 'string', { ref: { entity: 'plainPlan' } }),
    },
    { sort: ['-used'], filters: ['used'] },
  ),
  receipt('countedReceipt', 'countedPlan'),
  plan('plainPlan'),
  receipt('plainReceipt', 'plainPlan'),
];

/** A server of plans that count their receipts by three roll-ups, and of plans that count nothing. */
export const startCounting = (): Promise<EntityServer> => createEntityServer({ entities: { bench: entities } });

/** Milliseconds that a call takes. Throws where it is refused. */
export async function timed(server: EntityServer, call: string, body?: object): Promise<number> {
  const start = performance.now();
  const answer = await server.call<WireRecord>(officer, call, body);
  if (answer.status !== 200) throw new Error(`${call}: ${answer.status} ${answer.msg}`);
  return performance.now() - start;
}
