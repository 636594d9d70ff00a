import { tableName } from '../../../../src/compile/sql/plan-tables.ts';
import { AnlanError } from '../../../../src/core/errors/catalogue.ts';
import { say } from '../../../../src/core/text/say.ts';
import type { DesignSize } from '../../../../src/core/wire/design.ts';
import type { PersonInput, SystemCall } from '../../system/system-call.ts';
import { requireTakingPart } from './shared.ts';

/** How many records of an entity the company has: what an order or a filter without index looks through. */
async function readSize(input: PersonInput): Promise<DesignSize> {
  requireTakingPart(input);
  const { context, snapshot, argument } = input;
  const model = snapshot.entities.get(argument('entity') ?? '');
  if (model === undefined || model.scope === 'global') throw new AnlanError('notFound', { what: say('业务') });
  const [counted] = await input.read((connection) =>
    connection.query<{ records: number }>(
      `select count(*)::int as records from ${tableName(model.id)} where "tenantId" = $1 and "isDeleted" = 0`,
      [context.tenantId],
    ),
  );
  return { records: counted?.records ?? 0 };
}

export const sizeCalls: readonly SystemCall[] = [
  {
    name: 'designSize',
    method: 'GET',
    path: 'design/size',
    title: '业务在本企业有多少条记录',
    arguments: { entity: { title: '业务代码', required: true } },
    answer: '记录数',
    handle: readSize,
  },
];
