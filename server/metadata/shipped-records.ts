import { createHash } from 'node:crypto';
import { TOP_TENANT } from '../../src/compile/sql/plan-tables.ts';
import { type RoleGroups, rolesOf } from '../../src/core/dialect/resolve/role-groups.ts';
import { quoteIdentifier } from '../../src/core/expression/index.ts';
import type { Connection } from '../ground/database/database.ts';
import type { DictionaryFile, MenuFile } from './shipped-files.ts';

/** Id of a shipped record: 19 digits from what names it, the same at every import and on every machine. */
export function shippedId(...names: readonly string[]): string {
  const digest = createHash('sha256').update(names.join('\u001f')).digest();
  return `1${(digest.readBigUInt64BE() % 10n ** 18n).toString().padStart(18, '0')}`;
}

/** English texts by id, as in schemas/locales/en-US. */
export type EnglishTexts = Readonly<Record<string, string>>;

/** Records of the dictionaries: a head with key `-1`, and its options below it. */
export function dictionaryRecords(files: readonly DictionaryFile[], english: EnglishTexts): Record<string, unknown>[] {
  return files.flatMap((file, index) => {
    const code = file.dictionary;
    const head = shippedId('dict', code);
    const base = { code, isSealed: '0' };
    const options = Object.entries(file.options).map(([key, option]) => ({
      ...base,
      id: shippedId('dict', code, key),
      parentId: option.parent && file.options[option.parent] ? shippedId('dict', code, option.parent) : head,
      dictKey: key,
      dictValue: option.title,
      dictValueEn: english[`${code}.${key}`] ?? null,
      color: option.color ?? null,
      sort: option.order,
      isSealed: option.sealed ? '1' : '0',
    }));
    const own = {
      ...base,
      id: head,
      parentId: null,
      dictKey: '-1',
      dictValue: file.title,
      dictValueEn: english[code] ?? null,
      color: null,
      sort: index,
    };
    return [own, ...options];
  });
}

/** Records of the menu's entries, parents before their children; each names single roles. */
export function menuRecords(menu: MenuFile, groups: RoleGroups, english: EnglishTexts): Record<string, unknown>[] {
  return Object.entries(menu.items).map(([code, item]) => ({
    id: item.id,
    parentId: item.parent === null ? null : (menu.items[item.parent]?.id ?? null),
    code,
    name: item.title,
    nameEn: english[code] ?? null,
    alias: item.alias,
    path: item.path,
    source: item.icon,
    sort: item.order,
    category: '1',
    isOpen: item.open === 'window' ? '2' : '1',
    isShow: item.hidden ? '1' : '0',
    roles: item.roles === undefined ? null : rolesOf(item.roles, groups),
  }));
}

/**
 * Writes shipped records of tenant 000000: new ones are inserted, changed ones updated unless a person changed them,
 * vanished ones marked removed.
 */
export async function writeShippedRecords(
  connection: Connection,
  table: string,
  records: readonly Record<string, unknown>[],
  now: Date,
): Promise<void> {
  const columns = Object.keys(records[0] ?? {});
  if (columns.length === 0) return;
  const list = columns.map(quoteIdentifier).join(', ');
  const changed = columns
    .filter((column) => column !== 'id')
    .map((column) => `${quoteIdentifier(column)} = excluded.${quoteIdentifier(column)}`);
  const differs = columns
    .filter((column) => column !== 'id')
    .map((column) => `t.${quoteIdentifier(column)} is distinct from excluded.${quoteIdentifier(column)}`);
  await connection.execute(
    `insert into data.${quoteIdentifier(table)} as t (${list}, "tenantId", version, "createTime", "isDeleted")
     select ${list}, $2, 1, $3, 0 from jsonb_populate_recordset(null::data.${quoteIdentifier(table)}, $1::jsonb)
     on conflict ("tenantId", id) do update
       set ${changed.join(', ')}, version = t.version + 1, "isDeleted" = 0
       where t."updateUser" is null and (${differs.join(' or ')} or t."isDeleted" <> 0)`,
    [JSON.stringify(records), TOP_TENANT, now],
  );
  await connection.execute(
    `update data.${quoteIdentifier(table)} set "isDeleted" = 1
     where "tenantId" = $1 and "createUser" is null and "isDeleted" = 0 and not (id = any($2))`,
    [TOP_TENANT, records.map((record) => record.id)],
  );
}
