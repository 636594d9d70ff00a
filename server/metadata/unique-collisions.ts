import { planUnique, TENANT_SETTING, tableName } from '../../src/compile/sql/plan-tables.ts';
import { uniqueColumns, uniqueRows } from '../../src/compile/sql/unique-index.ts';
import type { EntityModel } from '../../src/core/model/entity-model.ts';

type Unique = EntityModel['unique'][number];

/** A rule of uniqueness that is new, with the condition of the stored rows that break it among each other. */
interface Collisions {
  readonly unique: Unique;
  /** Whether all its columns are there; what is still to come may yet tell the rows apart. */
  readonly isWhole: boolean;
  /** Over the table, for the rows of one tenant. */
  readonly condition: string;
}

/** Rules of uniqueness that came or changed; stored rows may break them, and then their index cannot be built. */
export function newCollisions(before: EntityModel, now: EntityModel): readonly Collisions[] {
  const served = new Set(before.unique.map((unique) => planUnique(before, unique)?.definition));
  const stored = new Set(before.fields.flatMap(({ id, column }) => (column === undefined ? [] : [id])));
  const isStored = (key: string) => stored.has(now.field.get(key)?.id ?? '');
  return now.unique.flatMap((unique): Collisions[] => {
    const columns = uniqueColumns(now, unique);
    if (columns === undefined || served.has(planUnique(now, unique)?.definition)) return [];
    if (!(unique.where?.references ?? []).every(isStored)) return [];
    // A column that is still to come holds nothing when its index is built, in all rows alike: by it no two differ.
    const there = columns.filter((_, place) => isStored(unique.fields[place] ?? ''));
    if (there.length === 0 && columns.length === 1) return [];
    return [{ unique, isWhole: there.length === columns.length, condition: meeting(now, unique, there) }];
  });
}

function meeting(model: EntityModel, unique: Unique, columns: readonly string[]): string {
  const rows = uniqueRows(model, unique);
  // Over one field empty values do not meet each other.
  const [only] = columns;
  const filled = unique.fields.length === 1 && only !== undefined ? ` and ${only} is not null` : '';
  const parts = columns.length === 0 ? '' : `partition by ${columns.join(', ')}`;
  const tenant = `"tenantId" = current_setting('${TENANT_SETTING}', true)`;
  return `id in (select id from (select id, count(*) over (${parts}) as met from ${tableName(model.id)} where ${tenant} and ${rows}${filled}) rows where met > 1)`;
}
