import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020.js';
import dictionarySchema from '../../../schemas/meta/dictionary.schema.json' with { type: 'json' };
import menuSchema from '../../../schemas/meta/menu.schema.json' with { type: 'json' };
import pageSchema from '../../../schemas/meta/page.schema.json' with { type: 'json' };
import rolesSchema from '../../../schemas/meta/roles.schema.json' with { type: 'json' };
import rowsSchema from '../../../schemas/meta/rows.schema.json' with { type: 'json' };
import settingsSchema from '../../../schemas/meta/settings.schema.json' with { type: 'json' };
import type { Problem } from '../../../src/core/dialect/problem.ts';
import { readJson, type TextPosition } from '../../../src/core/dialect/read-json.ts';
import { translateErrors } from '../../../src/core/dialect/translate-errors.ts';
import type { MetadataKind } from '../metadata-files.ts';

/** Kinds of files that have a meta-schema of their own and share nothing. */
export type CheckedKind = Exclude<MetadataKind, 'entity' | 'block'>;

const SCHEMAS: Readonly<Record<CheckedKind, object>> = {
  dictionary: dictionarySchema,
  menu: menuSchema,
  page: pageSchema,
  roles: rolesSchema,
  rows: rowsSchema,
  settings: settingsSchema,
  locale: { type: 'object', additionalProperties: { type: 'string' } },
};

const validators = new Map<CheckedKind, ValidateFunction>();

function validatorOf(kind: CheckedKind): ValidateFunction {
  const known = validators.get(kind);
  if (known !== undefined) return known;
  const options = {
    allErrors: true,
    verbose: true,
    allowUnionTypes: true,
    strictRequired: false,
    code: { optimize: false },
  };
  const made = new Ajv2020(options).compile(SCHEMAS[kind]);
  validators.set(kind, made);
  return made;
}

/**
 * Reads a metadata file that is no entity: syntax, keys that stand twice, form by its meta-schema. Everything wrong with
 * it is reported with its place; `value` is undefined then.
 */
export function readChecked<T>(
  kind: CheckedKind,
  content: string,
  file: string,
): { readonly value: T | undefined; readonly problems: readonly Problem[] } {
  const json = readJson(content);
  const problem = (
    { pointer, message }: { pointer: string; message: string },
    fix: string,
    position?: TextPosition,
  ): Problem => ({ file, pointer, message, fix, severity: 'error', ...position });
  if ('fault' in json) {
    const { message, pointer, position } = json.fault;
    const fault = { pointer, message: `不是有效的 JSON：${message}` };
    return { value: undefined, problems: [problem(fault, '按 JSON 的写法改正', position)] };
  }
  const problems = json.duplicates.map((twice) => problem(twice, '只保留一处', twice.position));
  const check = validatorOf(kind);
  if (!check(json.value)) {
    for (const found of translateErrors(check.errors ?? [])) {
      problems.push(problem(found, found.fix, json.position(found.pointer)));
    }
  }
  return { value: problems.length > 0 ? undefined : (json.value as T), problems };
}
