import { tableName } from '../../../../src/compile/sql/plan-tables.ts';
import { quoteIdentifier } from '../../../../src/core/expression/index.ts';
import { publishEvents } from '../../../ground/publish.ts';
import type { Reading } from '../../../records/call/ports.ts';
import { columnValue, type Row } from '../../../records/call/record-row.ts';
import type { NoticeChannel } from '../notice-channel.ts';
import { NOTICE_ENTITY } from '../notice-entity.ts';

/** The inbox: the platform's own, so that a notice stands or falls with what it tells of. */
export const channel: NoticeChannel = {
  async store(tx, { userIds, ...shared }) {
    await insertNotices(tx, { ...shared, isRead: '0' }, userIds);
    const { tenantId } = tx.call.context;
    await publishEvents(tx.db, [
      { tenantId, topic: 'notices', userIds },
      ...(shared.kind === 'task' ? [{ tenantId, topic: 'tasks', userIds } as const] : []),
    ]);
  },
};

/** Writes one notice for each person; what they share is bound once, however many there are. */
async function insertNotices({ call, db }: Reading, shared: Row, userIds: readonly string[]): Promise<void> {
  const model = call.snapshot.entities.get(NOTICE_ENTITY);
  if (model === undefined) return;
  const { caller, tenantId } = call.context;
  const columns: { name: string; type: string; value: unknown }[] = [
    { name: 'tenantId', type: 'text', value: tenantId },
    { name: 'createUser', type: 'text', value: caller.userId === '' ? null : caller.userId },
    { name: 'createDept', type: 'text', value: caller.deptId === '' ? null : caller.deptId },
    { name: 'createTime', type: 'timestamptz', value: call.at.toISOString() },
  ];
  for (const [key, value] of Object.entries(shared)) {
    const field = model.field.get(key);
    if (field?.column === undefined) continue;
    columns.push({
      name: field.id,
      type: field.column.kind,
      value: columnValue(field, value, call.snapshot.timeZone),
    });
  }
  const names = columns.map(({ name }) => quoteIdentifier(name));
  const values = columns.map(({ type }, place) => `$${place + 3}::${type}`);
  const person = quoteIdentifier(model.field.get('userId')?.id ?? 'userId');
  await db.execute(
    `insert into ${tableName(model.id)} (id, ${person}, ${names.join(', ')})
     select n.id, n.person, ${values.join(', ')} from unnest($1::text[], $2::text[]) as n(id, person)`,
    [userIds.map(() => call.services.ids.next()), userIds, ...columns.map(({ value }) => value)],
  );
}
