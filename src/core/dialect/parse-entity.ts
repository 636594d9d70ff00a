import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020.js';
import metaSchema from '../../../schemas/meta/entity.schema.json' with { type: 'json' };
import type { Entity } from './entity.generated.ts';
import type { Problem } from './problem.ts';
import { readJson } from './read-json.ts';
import { translateErrors } from './translate-errors.ts';
import { MARKS } from './walk/place.ts';

/** Versions of the dialect that this version of the platform reads. */
const DIALECT_VERSIONS: readonly number[] = [1];

/** What `parseEntity` gives: the entity, or everything wrong with the text. */
export type ParsedEntity = { readonly entity: Entity } | { readonly problems: readonly Problem[] };

let validator: ValidateFunction<Entity> | undefined;

function validate(): ValidateFunction<Entity> {
  if (validator !== undefined) return validator;
  const ajv = new Ajv2020({ allErrors: true, verbose: true, allowUnionTypes: true, strictRequired: false });
  // Marks are read by the walk; a word that it does not know is refused as misspelt.
  ajv.addVocabulary(MARKS.map((mark) => `x-${mark}`));
  validator = ajv.compile<Entity>(metaSchema);
  return validator;
}

/**
 * Reads an entity from text: JSON syntax, keys that stand twice, version of the dialect, and form by the meta-schema,
 * all problems at once. What names and expressions mean is for `buildModel` and `lintWorld`.
 *
 * The browser must not import this module: it carries Ajv, which compiles schemas to code.
 */
export function parseEntity(text: string, file: string): ParsedEntity {
  const json = readJson(text);
  if ('fault' in json) {
    const { message, pointer, position } = json.fault;
    const fix = '按 JSON 的写法改正：键和文本用双引号，各项用逗号隔开，最后一项之后没有逗号';
    return {
      problems: [{ file, pointer, message: `不是有效的 JSON：${message}`, fix, severity: 'error', ...position }],
    };
  }
  const problems: Problem[] = json.duplicates.map(({ message, pointer, position }) => ({
    file,
    pointer,
    message,
    fix: '只保留一处',
    severity: 'error',
    ...position,
  }));
  const found = checkEntity(json.value, file);
  for (const problem of 'problems' in found ? found.problems : []) {
    problems.push({ ...problem, ...json.position(problem.pointer) });
  }
  return 'entity' in found && problems.length === 0 ? found : { problems };
}

/** The same for a value that is already JSON (the designer's draft, a merged overlay). */
export function checkEntity(value: unknown, file: string): ParsedEntity {
  const problem = (pointer: string, message: string, fix: string): Problem => ({
    file,
    pointer,
    message,
    fix,
    severity: 'error',
  });
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return {
      problems: [problem('', '实体文件须是一个 JSON 对象', '以 { 开头，写上 dialect、entity、title、api、record')],
    };
  }
  const version: unknown = Reflect.get(value, 'dialect');
  if (version !== undefined && !DIALECT_VERSIONS.includes(Number(version))) {
    const known = DIALECT_VERSIONS.join('、');
    const message = `不认识方言版本“${String(version)}”，本平台只认版本 ${known}`;
    return { problems: [problem('/dialect', message, `升级平台，或把文件改写为版本 ${known}`)] };
  }
  const check = validate();
  if (check(value)) return { entity: value };
  return {
    problems: translateErrors(check.errors ?? []).map(({ pointer, message, fix }) => problem(pointer, message, fix)),
  };
}
