import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseFiles } from '../../server/metadata/judge/parse-world.ts';
import { readMetadataFiles } from '../../server/metadata/metadata-files.ts';
import { buildModelSet, fileChoices } from '../../server/metadata/model-set.ts';
import type { Entity } from '../../src/core/dialect/entity.generated.ts';
import type { Choice } from '../../src/core/field-type.ts';
import { choicesNamed } from '../../src/core/model/choice-titles.ts';
import type { EntityModel, FieldModel } from '../../src/core/model/entity-model.ts';
import { unknownKeyFaults } from '../../src/core/validation/body-keys.ts';
import type { RecordEnvironment } from '../../src/core/validation/record-environment.ts';
import { validateRecord } from '../../src/core/validation/validate-record.ts';
import type { WireFault } from '../../src/core/wire/contract.ts';
import type { DictionaryKeys, OracleVerdict } from './oracle.ts';

/** The clock and the person that every judge takes. */
export const FUZZ_NOW = '2026-06-30 12:00:00';
export const FUZZ_ME = {
  userId: '1',
  account: 'sample',
  realName: '样例',
  deptId: '6459670020',
  deptIds: ['6459670020'],
  roles: [],
  tenantId: '645967',
};

/** All shipped entities and one with every field type and keyword, as the server builds them, without a server. */
interface FuzzWorld {
  readonly models: readonly EntityModel[];
  readonly dictionaries: DictionaryKeys;
  readonly bed: Entity;
  readonly environment: RecordEnvironment;
}

const root = join(import.meta.dirname, '../..');

export async function fuzzWorld(): Promise<FuzzWorld> {
  const { entities, dictionaries, menu, settings, rows } = parseFiles(await readMetadataFiles(join(root, 'schemas')));
  const bed = JSON.parse(readFileSync(join(import.meta.dirname, 'fuzz-bed.json'), 'utf8')) as Entity;
  const { models, problems } = buildModelSet(
    [...entities, { area: 'test', entity: bed }],
    dictionaries,
    menu,
    settings,
  );
  if (!models.has('fuzzBed')) throw new Error(JSON.stringify(problems));
  const choices = new WeakMap<FieldModel, [readonly Choice[] | undefined]>();
  const choicesOf = ({ property }: FieldModel) => {
    if (property.options) {
      return Object.entries(property.options).map(([key, { title, parent }]) => ({
        key,
        title,
        ...(parent === undefined ? {} : { parent }),
      }));
    }
    const file = property.dict === undefined ? undefined : dictionaries.get(property.dict);
    return file && fileChoices(file);
  };
  return {
    models: [...models.values()],
    dictionaries: new Map([...dictionaries].map(([code, file]) => [code, Object.keys(file.options)])),
    bed,
    environment: {
      now: FUZZ_NOW,
      me: FUZZ_ME,
      settings: Object.fromEntries(settings),
      // The small tables hold what the product ships, and the tenant has entered no days.
      lookup: (entity) => Object.values(rows.get(entity)?.rows ?? {}),
      calendar: { holidays: new Set(), workdays: new Set() },
      title: (titles, key) =>
        choicesNamed(titles, {
          dictionary(code) {
            const file = dictionaries.get(code);
            return file && fileChoices(file);
          },
          choices: choicesOf,
          entity: (name) => models.get(name),
        })?.find((choice) => choice.key === key)?.title ?? null,
      keys(code) {
        const file = dictionaries.get(code);
        return file === undefined ? null : fileChoices(file).map(({ key }) => key);
      },
      rank(code, key) {
        const file = dictionaries.get(code);
        const choices = file === undefined ? [] : fileChoices(file);
        const index = choices.findIndex((choice) => choice.key === key);
        if (index < 0) return null;
        return file?.severity === 'descending' ? choices.length - index : index + 1;
      },
      choices(field: FieldModel) {
        let known = choices.get(field);
        if (known === undefined) {
          known = [choicesOf(field)];
          choices.set(field, known);
        }
        return known[0];
      },
    },
  };
}

/** Faults of a body by the core validator: strange keys, and what it says of the values, complete. */
export function coreFaults(
  model: EntityModel,
  body: Readonly<Record<string, unknown>>,
  environment: RecordEnvironment,
): readonly WireFault[] {
  return [...unknownKeyFaults(model, body), ...validateRecord(model, body, environment, 'complete')];
}

/** The same in the terms of the oracle, without what conditions and rules decide. */
export function coreVerdict(
  model: EntityModel,
  body: Readonly<Record<string, unknown>>,
  environment: RecordEnvironment,
  oracle: OracleVerdict,
): OracleVerdict {
  const types = validateRecord(model, body, environment, 'types');
  const strangers = unknownKeyFaults(model, body);
  const all = new Set(validateRecord(model, body, environment, 'complete').map(({ pointer }) => pointer));
  return {
    faulty: [...new Set([...strangers, ...types].map(({ pointer }) => pointer))].sort(),
    // Whether a field is missing is compared where it is required always: those that the oracle names, and those of
    // the core that no condition explains.
    missing: model.fields
      .filter((field) => !field.base && isAlwaysRequired(model, field) && all.has(`/${field.key}`))
      .map((field) => `/${field.key}`)
      .filter((pointer) => oracle.missing.includes(pointer) || !hasValue(body[pointer.slice(1)]))
      .sort(),
  };
}

function hasValue(value: unknown): boolean {
  return !(value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0));
}

function isAlwaysRequired(model: EntityModel, field: FieldModel): boolean {
  const section = model.sections.find(({ fields }) => fields.includes(field.key));
  return field.required && !field.computed && field.visible === undefined && section?.visible === undefined;
}
