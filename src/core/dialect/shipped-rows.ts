import { OutOfReachError } from '../expression/index.ts';
import type { EntityModel, FieldModel } from '../model/entity-model.ts';
import { computeField } from '../validation/compute-record.ts';
import type { RecordEnvironment } from '../validation/record-environment.ts';
import { validateRecord } from '../validation/validate-record.ts';
import type { LintedEntity, LintWorld } from './lint-context.ts';
import { remembering } from './noted-world.ts';
import { createProblemSink, type Problem } from './problem.ts';
import type { RowsFile } from './rows-file.ts';

/** What shipped rows are checked with: no person, no other records, the dictionaries of the files. */
function environmentOf(world?: Pick<LintWorld, 'dictionaries'>): RecordEnvironment {
  const me = { userId: null, account: '', realName: '', deptId: null, deptIds: [], roles: [], tenantId: '' };
  return {
    now: '2000-01-01 00:00:00',
    me,
    choices: (field) => {
      const { dict, options } = field.property;
      if (options !== undefined) return Object.entries(options).map(([key, { title }]) => ({ key, title }));
      return dict === undefined ? undefined : world?.dictionaries.choices(dict);
    },
  };
}

/** Whether the values fit the entity's fields by name and type, so that its columns take them. */
export function isWellFormed(model: EntityModel, values: Readonly<Record<string, unknown>>): boolean {
  return Object.entries(values).every(([key, value]) => {
    const field = model.field.get(key);
    if (field === undefined || field.base || field.column === undefined) return false;
    if (field.property.type === 'array') return Array.isArray(value);
    if (field.property.type === 'integer') return Number.isInteger(value);
    return typeof value === field.property.type;
  });
}

/** What the computed values of shipped rows may look at besides the row: settings, and other shipped rows. */
interface ShippedSurroundings {
  readonly settings?: ReadonlyMap<string, unknown>;
  readonly files: { get(key: string): RowsFile | undefined };
}

/**
 * A shipped row with its stored computed values, as a save would make them.
 * @returns the values, and the fields of which only a running tenant could tell the value.
 */
export function computeShippedRow(
  model: EntityModel,
  values: Readonly<Record<string, unknown>>,
  { settings, files }: ShippedSurroundings,
): { readonly values: Readonly<Record<string, unknown>>; readonly undecided: readonly FieldModel[] } {
  const environment: RecordEnvironment = {
    ...environmentOf(),
    settings: Object.fromEntries(settings ?? []),
    lookup: (entity) => Object.values(files.get(entity)?.rows ?? {}),
  };
  const computed: Record<string, unknown> = { ...values };
  const undecided: FieldModel[] = [];
  for (const key of model.computeOrder) {
    const field = model.field.get(key);
    if (field === undefined || field.column === undefined) continue;
    try {
      const value = computeField(field, computed, environment);
      if (value !== undefined) computed[key] = value;
    } catch (error) {
      if (!(error instanceof OutOfReachError)) throw error;
      undecided.push(field);
    }
  }
  return { values: computed, undecided };
}

/**
 * Names what is wrong with shipped rows: unknown entities and fields, and values that the entity refuses.
 * @param only keys of the entities whose rows are looked at. Default all.
 */
export function lintShippedRows(
  files: NonNullable<LintWorld['rows']>,
  linted: readonly LintedEntity[],
  world: LintWorld,
  only?: ReadonlySet<string>,
): readonly Problem[] {
  const known = new Map(linted.map((one) => [one.entity.entity, one]));
  return [...files].flatMap(([key, { area, file }]) => {
    if (only?.has(key) === false) return [];
    const model = known.get(file.entity)?.model;
    if (model !== undefined && file.entity === key) return faultsOfRows(model, world);
    const sink = createProblemSink(rowsFile(area, key));
    sink.error(['entity'], `没有实体“${file.entity}”，或与文件名不一致`, '写上实体的键，文件名与它相同');
    return sink.problems;
  });
}

const rowsFile = (area: string, key: string): string => `schemas/rows/${area}/${key}.json`;

/** What is wrong with the rows that the product ships of an entity. */
const faultsOfRows = remembering(
  (model: EntityModel) => model,
  (model, world): readonly Problem[] => {
    const { rows } = world;
    const placed = rows?.get(model.key);
    if (rows === undefined || placed === undefined) return [];
    const sink = createProblemSink(rowsFile(placed.area, model.key));
    const environment = environmentOf(world);
    const surroundings = {
      settings: world.settings,
      files: { get: (key: string) => rows.get(key)?.file },
    };
    for (const [rowKey, values] of Object.entries(placed.file.rows)) {
      for (const name of Object.keys(values)) {
        if (model.field.get(name)?.column === undefined || model.field.get(name)?.base === true) {
          sink.error(['rows', rowKey, name], `“${name}”不是可以写入的字段`, '改为该实体已存储的字段');
        }
      }
      if (!isWellFormed(model, values)) continue;
      for (const { key: name, title } of computeShippedRow(model, values, surroundings).undecided) {
        sink.error(['rows', rowKey], `“${title}”（${name}）在随产品的行里算不出来`, '只用本行、参数和随产品的小表计算');
      }
      for (const { pointer, msg } of validateRecord(model, { ...values, id: rowKey }, environment, 'complete')) {
        sink.error(['rows', rowKey, ...pointer.split('/').slice(1)], msg, '改正该值');
      }
    }
    return sink.problems;
  },
);
