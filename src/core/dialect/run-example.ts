import type { Choice } from '../field-type.ts';
import { choicesNamed } from '../model/choice-titles.ts';
import type { EntityModel, FieldModel } from '../model/entity-model.ts';
import { applyDefaults, computeRecord, normalizeRecord } from '../validation/compute-record.ts';
import { countRollup } from '../validation/count-rollup.ts';
import type { RecordEnvironment, RecordValues } from '../validation/record-environment.ts';
import { validateRecord } from '../validation/validate-record.ts';
import type { Example } from './entity.generated.ts';
import type { LintWorld } from './lint-context.ts';

/** What an example of an entity file gives. */
export interface ExampleOutcome {
  readonly computed: Readonly<Record<string, unknown>>;
  /** First message of each field. */
  readonly errors: Readonly<Record<string, string>>;
}

type ExampleWorld = Pick<LintWorld, 'dictionaries' | 'settings' | 'rows'>;

/** Takes an example's record through defaults, visibility, computing and all checks, as a submit would. */
export function runExample(model: EntityModel, example: Example, world: ExampleWorld): ExampleOutcome {
  const { dictionaries } = world;
  const environment: RecordEnvironment = {
    now: nowOf(example),
    me: {
      userId: '1',
      account: 'example',
      realName: '示例',
      deptId: '1',
      deptIds: ['1'],
      roles: [],
      tenantId: '000000',
    },
    rank: (code, key) => rankOf(dictionaries.choices(code), key, dictionaries.severity?.(code) === 'descending'),
    keys: (code) => dictionaries.choices(code)?.map(({ key }) => key) ?? null,
    title: (titles, key) => {
      const choices = choicesNamed(titles, {
        dictionary: (code) => dictionaries.choices(code),
        // Rows of other entities that an example gives have no titles of their own beside it.
        entity: (asked) => (asked === model.key ? model : undefined),
        choices: (field) => choicesOf(field, dictionaries),
      });
      return choices?.find((choice) => choice.key === key)?.title ?? null;
    },
    choices: (field) => choicesOf(field, dictionaries),
    settings: Object.fromEntries(world.settings),
    lookup: (entity) => example.others?.[entity] ?? Object.values(world.rows?.get(entity)?.file.rows ?? {}),
    // The record of an example stands alone: nothing below it, nothing beside it.
    others: Object.fromEntries(model.children.map((key) => [key, []])),
    exists: () => false,
    first: () => null,
    within: () => false,
    // Weekends are free, as where the tenant has entered no days.
    calendar: { holidays: new Set(), workdays: new Set() },
    total: () => 0,
    ...(example.stored === undefined ? {} : { stored: example.stored }),
  };
  const given = normalizeRecord(model, applyDefaults(model, example.record, environment), environment);
  const computed = computeRecord(model, counted(model, example, given, environment), environment);
  const errors: Record<string, string> = {};
  for (const fault of validateRecord(model, computed, environment, 'complete')) {
    const key = fault.pointer.split('/')[1] ?? '';
    errors[key] ??= fault.msg;
  }
  return { computed, errors };
}

/** The record with its roll-ups as they count the rows that the example gives. */
function counted(
  model: EntityModel,
  example: Example,
  given: RecordValues,
  environment: RecordEnvironment,
): RecordValues {
  const values: Record<string, unknown> = { ...given };
  for (const [key, rows] of Object.entries(example.counted ?? {})) {
    const field = model.field.get(key);
    const value = field === undefined ? undefined : countRollup(field, rows, given, environment);
    if (value !== undefined) values[key] = value;
  }
  return values;
}

function nowOf({ now = '2026-01-01' }: Example): string {
  return now.length === 10 ? `${now} 00:00:00` : now;
}

function rankOf(choices: readonly Choice[] | undefined, key: string, gravestFirst: boolean): number | null {
  const index = choices?.findIndex((choice) => choice.key === key) ?? -1;
  if (choices === undefined || index < 0) return null;
  return gravestFirst ? choices.length - index : index + 1;
}

function choicesOf(field: FieldModel, dictionaries: ExampleWorld['dictionaries']): readonly Choice[] | undefined {
  const { options, dict } = field.property;
  if (options !== undefined) {
    return Object.entries(options).map(([key, { title, parent }]) => ({
      key,
      title,
      ...(parent === undefined ? {} : { parent }),
    }));
  }
  return dict === undefined ? undefined : dictionaries.choices(dict);
}
