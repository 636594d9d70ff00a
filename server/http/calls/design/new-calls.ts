import { inferColumns, type KnownPeople } from '../../../../src/core/new-entity/infer-column.ts';
import { say } from '../../../../src/core/text/say.ts';
import type { SheetColumns } from '../../../../src/core/wire/design.ts';
import type { Connection } from '../../../ground/database/database.ts';
import { admitWorkbook, fileFault, readWorkbook } from '../../../reports/spreadsheet/read-workbook.ts';
import { receiveSheet } from '../../../reports/spreadsheet/receive-sheet.ts';
import type { PersonInput, SystemCall } from '../../system/system-call.ts';
import { requireDesigner } from './shared.ts';

/** Columns that an entity can be made of. */
const MOST_COLUMNS = 200;
/** Rows that are looked at: what a column is shows in fewer. */
const LOOKED_AT = 2_000;

/** What the columns of a spreadsheet are, guessed from its values; nothing of it is kept. */
async function readColumns(input: PersonInput): Promise<SheetColumns> {
  requireDesigner(input);
  admitWorkbook();
  const { file } = await receiveSheet(input.request);
  const { main } = await readWorkbook(file);
  const named = main.head.filter((heading) => heading.trim() !== '');
  if (named.length === 0) throw fileFault(say('表格的第一行没有表头'));
  if (named.length > MOST_COLUMNS)
    throw fileFault(say('表头有{count}列，最多{most}列', { count: named.length, most: MOST_COLUMNS }));
  const twice = named.find((heading, index) => named.indexOf(heading) !== index);
  if (twice !== undefined) throw fileFault(say('表头“{heading}”出现了两次', { heading: twice }));
  const rows = main.rows.slice(0, LOOKED_AT).map(({ cells }) =>
    main.head.map((_, column) => {
      const cell = cells.get(column);
      return cell !== undefined && 'text' in cell ? cell.text : '';
    }),
  );
  const people = await input.read((connection) => knownAmong(connection, rows));
  return {
    title: file.name.replace(/\.[^.]*$/, ''),
    rows: main.rows.length,
    columns: inferColumns(main.head, rows, people),
  };
}

/** Which of the values are names of the company's people and departments. */
async function knownAmong(connection: Connection, rows: readonly (readonly string[])[]): Promise<KnownPeople> {
  const texts = [...new Set(rows.flat().filter((text) => text.length > 1 && text.length <= 50))];
  const named = (table: string, column: string) =>
    connection.query<{ name: string }>(
      `select "${column}" as name from data."${table}"
       where "tenantId" = $2 and "isDeleted" = 0 and "${column}" = any($1)`,
      [texts, connection.tenantId],
    );
  const users = await named('user', 'realName');
  const depts = await named('dept', 'deptName');
  return { users: new Set(users.map(({ name }) => name)), depts: new Set(depts.map(({ name }) => name)) };
}

/** Making entities of the company's own. */
export const newEntityCalls: readonly SystemCall[] = [
  {
    name: 'designColumns',
    method: 'POST',
    path: 'design/columns',
    title: '由表格推断新业务的字段：不保存任何内容',
    takesFile: true,
    arguments: {},
    answer: '表格名、行数和各列的名称、推断的类型及依据',
    handle: readColumns,
  },
];
