import { TOP_TENANT } from '../../src/compile/sql/plan-tables.ts';
import { quoteIdentifier } from '../../src/core/expression/index.ts';
import type { EntityModel } from '../../src/core/model/entity-model.ts';
import { spoken } from '../../src/core/text/say.ts';
import type { Connection, Database } from '../ground/database/database.ts';
import type { DeclaredSetting } from './shipped-files.ts';
import { shippedId } from './shipped-records.ts';

/** The entity that keeps what a tenant has set; the platform ships it as metadata. */
export const SETTING_ENTITY = 'tenantSetting';

type SettingValue = DeclaredSetting['value'];

const KINDS = { number: 'number', boolean: 'flag', string: 'text' } as const;

function kindOf(value: SettingValue): 'number' | 'flag' | 'text' {
  return KINDS[typeof value as keyof typeof KINDS];
}

const YES = '是';
const NO = '否';
const UNLIMITED = '不限';

/** Words that the platform itself writes into the rows of settings, in the language of the moment. */
export const SETTING_WORDS = spoken({ [YES]: '是', [NO]: '否', [UNLIMITED]: '不限' });

function textOf(value: SettingValue): string {
  if (typeof value === 'boolean') return value ? YES : NO;
  return String(value);
}

/** Decimals that a tenant may set: what the file says, else those of the shipped value. */
function decimalsOf({ value, scale }: DeclaredSetting): number | null {
  if (typeof value !== 'number') return null;
  return scale ?? String(value).split('.')[1]?.length ?? 0;
}

function rangeOf({ value, minimum, maximum }: DeclaredSetting): string {
  if (typeof value !== 'number') return '—';
  if (minimum === undefined) return maximum === undefined ? UNLIMITED : `≤ ${maximum}`;
  return maximum === undefined ? `≥ ${minimum}` : `${minimum} – ${maximum}`;
}

/** What the platform writes of a setting, by the keys of the entity's fields. */
function factsOf(key: string, setting: DeclaredSetting): Record<string, unknown> {
  return {
    settingKey: key,
    settingTitle: setting.title,
    areaTitle: setting.areaTitle,
    kind: kindOf(setting.value),
    unit: setting.unit ?? null,
    shippedValue: textOf(setting.value),
    range: rangeOf(setting),
    lowest: setting.minimum ?? null,
    highest: setting.maximum ?? null,
    decimals: decimalsOf(setting),
    source: setting.source,
    unsure: setting.unsure === true ? '1' : '0',
  };
}

function columnOf(model: EntityModel, key: string): string | undefined {
  const field = model.field.get(key);
  return field?.column === undefined ? undefined : field.id;
}

async function isTenant(database: Database, tenantId: string): Promise<boolean> {
  if (tenantId === TOP_TENANT) return true;
  const rows = await database.withTenant(TOP_TENANT, (connection) =>
    connection.query('select 1 from data.tenant where "tenantCode" = $1 and "isDeleted" = 0', [tenantId]),
  );
  return rows.length > 0;
}

/**
 * Gives a tenant one row of each shipped setting, so that they can be listed and changed like any record. Rows that are
 * there get the shipped facts anew and keep what the tenant set; those of settings that are shipped no more are removed.
 * False where there is no such tenant (yet): a name that somebody tries to sign in with must not make rows.
 */
export async function placeTenantSettings(
  database: Database,
  model: EntityModel,
  tenantId: string,
  declared: ReadonlyMap<string, DeclaredSetting>,
): Promise<boolean> {
  if (!(await isTenant(database, tenantId))) return false;
  const table = `data.${quoteIdentifier(model.id)}`;
  const rows = [...declared].map(([key, setting]) => {
    const facts = Object.entries(factsOf(key, setting)).flatMap(([name, value]) => {
      const column = columnOf(model, name);
      return column === undefined ? [] : [[column, value] as const];
    });
    return { id: shippedId('setting', key), ...Object.fromEntries(facts) };
  });
  const columns = Object.keys(rows[0] ?? {}).filter((column) => column !== 'id');
  const current = columnOf(model, 'currentValue');
  const shipped = columnOf(model, 'shippedValue');
  const list = ['id', ...columns].map(quoteIdentifier).join(', ');
  // What is in force is the shipped value until the tenant sets another one.
  const follows =
    current === undefined || shipped === undefined
      ? undefined
      : {
          column: quoteIdentifier(current),
          value: `case when t.status = 'changed' then t.${quoteIdentifier(current)} else excluded.${quoteIdentifier(shipped)} end`,
        };
  await database.transaction(tenantId, async (connection) => {
    if (columns.length > 0) {
      await connection.execute(
        `insert into ${table} as t (${list}, ${follows ? `${follows.column}, ` : ''}"tenantId", status, version, "createTime", "isDeleted")
         select ${list}, ${follows ? `${quoteIdentifier(shipped ?? '')}, ` : ''}$2, 'shipped', 1, now(), 0
         from jsonb_populate_recordset(null::${table}, $1::jsonb)
         on conflict ("tenantId", id) do update
           set ${columns.map((column) => `${quoteIdentifier(column)} = excluded.${quoteIdentifier(column)}`).join(', ')},
             ${follows ? `${follows.column} = ${follows.value},` : ''} version = t.version + 1, "isDeleted" = 0
           where t."isDeleted" <> 0
             or ${columns.map((column) => `t.${quoteIdentifier(column)} is distinct from excluded.${quoteIdentifier(column)}`).join(' or ')}`,
        [JSON.stringify(rows), tenantId],
      );
    }
    await connection.execute(
      `update ${table} set "isDeleted" = 1 where "tenantId" = $1 and "isDeleted" = 0 and not (id = any($2))`,
      [tenantId, rows.map(({ id }) => id)],
    );
  });
  return true;
}

interface SettingRow {
  readonly key: string;
  readonly kind: string;
  readonly number: string | number | null;
  readonly text: string | null;
  readonly flag: string | null;
}

/**
 * Values that the tenant of the connection has set, by key. One that a newer file no longer allows (another type, other
 * limits) does not count: the shipped value is in force then.
 */
export async function readTenantSettings(
  connection: Connection,
  model: EntityModel,
  declared: ReadonlyMap<string, DeclaredSetting>,
): Promise<[string, SettingValue][]> {
  const names = ['settingKey', 'kind', 'numberValue', 'textValue', 'flagValue'].map((key) => columnOf(model, key));
  const [key, kind, number, text, flag] = names.map((name) => (name === undefined ? 'null' : quoteIdentifier(name)));
  const rows = await connection.query<SettingRow>(
    `select ${key} as key, ${kind} as kind, ${number}::text as number, ${text} as text, ${flag} as flag
     from data.${quoteIdentifier(model.id)} where "tenantId" = $1 and status = 'changed' and "isDeleted" = 0`,
    [connection.tenantId],
  );
  return rows.flatMap((row): [string, SettingValue][] => {
    const setting = declared.get(row.key);
    const value = givenValue(row);
    return setting === undefined || value === undefined || !isAllowed(setting, value) ? [] : [[row.key, value]];
  });
}

function givenValue({ kind, number, text, flag }: SettingRow): SettingValue | undefined {
  if (kind === 'number') return number === null ? undefined : Number(number);
  if (kind === 'flag') return flag === null ? undefined : flag === '1';
  return text ?? undefined;
}

/** Whether a value has the declared type and lies within the declared limits. */
function isAllowed({ value: shipped, minimum, maximum }: DeclaredSetting, value: SettingValue): boolean {
  if (typeof value !== typeof shipped) return false;
  if (typeof value !== 'number') return true;
  return value >= (minimum ?? Number.NEGATIVE_INFINITY) && value <= (maximum ?? Number.POSITIVE_INFINITY);
}
