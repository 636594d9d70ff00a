import { queries } from '../../src/compile/sql/query.ts';
import type { Connection } from '../database/database.ts';
import { columnValue, type Row } from '../entity/record-row.ts';
import type { NoticePart } from '../flow/flow.ts';
import { publishEvents } from '../realtime/publish.ts';
import { storing } from '../text/stored.ts';

/** The entity that keeps notices; the platform ships it as metadata. */
export const NOTICE_ENTITY = 'notice';

const TITLE_LENGTH = 200;
const TEXT_LENGTH = 1000;

function shortened(text: string, length: number): string {
  const characters = [...text];
  return characters.length > length ? `${characters.slice(0, length - 1).join('')}…` : text;
}

/** Creates the inboxes. Nothing is written where the metadata has no notices (tests of single entities). */
export function createNotices(): NoticePart {
  return {
    async send(call, connection, notice) {
      const model = call.snapshot.entities.get(NOTICE_ENTITY);
      const userIds = [...new Set(notice.userIds)].filter((id) => id !== '');
      if (model === undefined || userIds.length === 0) return;
      const { caller, tenantId } = call.context;
      const title = typeof notice.title === 'string' ? notice.title : storing(call, notice.title);
      const rows = userIds.map((userId) => {
        const values: Row = {
          userId,
          kind: notice.kind,
          title: shortened(title, TITLE_LENGTH),
          text: notice.text === undefined ? null : shortened(notice.text, TEXT_LENGTH),
          entityKey: notice.entityKey,
          recordId: notice.recordId,
          isRead: '0',
          readTime: null,
        };
        const columns = Object.fromEntries(
          Object.entries(values).flatMap(([key, value]) => {
            const field = model.field.get(key);
            return field?.column === undefined ? [] : [[field.id, columnValue(field, value, call.snapshot.timeZone)]];
          }),
        );
        return {
          ...columns,
          id: call.services.ids.next(),
          tenantId,
          createUser: caller.userId === '' ? null : caller.userId,
          createDept: caller.deptId === '' ? null : caller.deptId,
          createTime: call.at.toISOString(),
        };
      });
      // 65,535 parameters is the protocol's limit.
      for (let from = 0; from < rows.length; from += 1000) {
        const query = queries
          .insertInto(model.id)
          .values(rows.slice(from, from + 1000))
          .compile();
        await connection.query(query.sql, query.parameters);
      }
      await publishEvents(connection, [
        { tenantId, topic: 'notices', userIds },
        ...(notice.kind === 'task' ? [{ tenantId, topic: 'tasks', userIds } as const] : []),
      ]);
    },
    touch: (connection: Connection, tenantId: string, userIds: readonly string[]) =>
      publishEvents(connection, userIds.length === 0 ? [] : [{ tenantId, topic: 'tasks', userIds }]),
  };
}
