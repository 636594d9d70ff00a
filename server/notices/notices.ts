import { tableName } from '../../src/compile/sql/plan-tables.ts';
import { quoteIdentifier } from '../../src/core/expression/index.ts';
import { DEFAULT_LANGUAGE, TRANSLATIONS } from '../../src/core/text/language.ts';
import type { Connection } from '../database/database.ts';
import type { EntityCall } from '../entity/entity-call.ts';
import type { Notice, NoticePart } from '../entity/ports.ts';
import { columnValue, type Row } from '../entity/record-row.ts';
import { publishEvents } from '../realtime/publish.ts';
import { wording } from '../text/stored.ts';
import { tellEntered } from './tell-entered.ts';

/** The entity that keeps notices; the platform ships it as metadata. */
export const NOTICE_ENTITY = 'notice';

const TITLE_LENGTH = 200;
const TEXT_LENGTH = 1000;

function shortened(text: string, length: number): string {
  const characters = [...text];
  return characters.length > length ? `${characters.slice(0, length - 1).join('')}…` : text;
}

interface Words {
  readonly title: string;
  readonly text: string | null;
}

/** A notice in Chinese and, where they differ from it, in the other languages. */
export interface WordedNotice extends Words {
  readonly wordings: Readonly<Record<string, Partial<Words>>> | null;
}

async function wordsOf(over: EntityCall, { title, text }: Notice): Promise<Words> {
  const words = text === undefined ? '' : await text(over);
  return {
    title: shortened(await title(over), TITLE_LENGTH),
    text: words === '' ? null : shortened(words, TEXT_LENGTH),
  };
}

/** Words a notice once for each language, whatever language the person who sets it off speaks. */
export async function wordNotice(call: EntityCall, notice: Notice): Promise<WordedNotice> {
  const chinese = await wording(call, DEFAULT_LANGUAGE, (over) => wordsOf(over, notice));
  const wordings: Record<string, Partial<Words>> = {};
  for (const language of TRANSLATIONS) {
    const { title, text } = await wording(call, language, (over) => wordsOf(over, notice));
    const differing = {
      ...(title === chinese.title ? {} : { title }),
      ...(text === chinese.text ? {} : { text }),
    };
    if (Object.keys(differing).length > 0) wordings[language] = differing;
  }
  return { ...chinese, wordings: Object.keys(wordings).length === 0 ? null : wordings };
}

/** Writes one notice for each person; what they share is bound once, however many there are. */
async function insertNotices(
  call: EntityCall,
  connection: Connection,
  shared: Row,
  userIds: readonly string[],
): Promise<void> {
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
  await connection.execute(
    `insert into ${tableName(model.id)} (id, ${person}, ${names.join(', ')})
     select n.id, n.person, ${values.join(', ')} from unnest($1::text[], $2::text[]) as n(id, person)`,
    [userIds.map(() => call.services.ids.next()), userIds, ...columns.map(({ value }) => value)],
  );
}

/** Creates the inboxes. Nothing is written where the metadata has no notices (tests of single entities). */
export function createNotices(): NoticePart {
  return {
    async send(call, connection, notice) {
      const userIds = [...new Set(notice.userIds)].filter((id) => id !== '');
      if (!call.snapshot.entities.has(NOTICE_ENTITY) || userIds.length === 0) return;
      const { kind, entityKey, recordId } = notice;
      const shared = { ...(await wordNotice(call, notice)), kind, entityKey, recordId, isRead: '0' };
      await insertNotices(call, connection, shared, userIds);
      const { tenantId } = call.context;
      await publishEvents(connection, [
        { tenantId, topic: 'notices', userIds },
        ...(kind === 'task' ? [{ tenantId, topic: 'tasks', userIds } as const] : []),
      ]);
    },
    entered: tellEntered,
    touch: (connection: Connection, tenantId: string, userIds: readonly string[]) =>
      publishEvents(connection, userIds.length === 0 ? [] : [{ tenantId, topic: 'tasks', userIds }]),
  };
}
