import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020.js';
import metaSchema from '../../../schemas/meta/entity.schema.json' with { type: 'json' };
import type { Entity } from './entity.generated.ts';
import type { Problem } from './problem.ts';
import { readJson } from './read-json.ts';
import { withoutAuthored } from './resolve/authored-form.ts';
import { NO_SHARED_FILES, type SharedFiles } from './resolve/blocks.ts';
import { AUTHORED, type Resolution, resolveEntity } from './resolve/resolve-entity.ts';
import { originAt } from './resolve/sourced.ts';
import { translateErrors } from './translate-errors.ts';
import { MARKS } from './walk/place.ts';

/** Versions of the dialect that this version of the platform reads. */
const DIALECT_VERSIONS: readonly number[] = [1];

/** What `parseEntity` gives: the entity as if all of it were written out, or everything wrong with the text. */
export type ParsedEntity =
  | { readonly entity: Entity; readonly resolution?: Resolution | undefined }
  | { readonly problems: readonly Problem[] };

/** Judges of an entity's form: of the resolved one, and of the keywords that only an author writes. */
export interface EntityValidators {
  readonly resolved: ValidateFunction<Entity>;
  readonly authored: ValidateFunction;
}

let validators: EntityValidators | undefined;

/** Takes validators that were compiled before; whoever gives them answers for their being those of this meta-schema. */
export function takeValidators(compiled: EntityValidators): void {
  validators = compiled;
}

/** The schemas of the validators, and Ajv as they are compiled by it. `source` keeps the code, to be written to a file. */
export function validatorSchemas(source = false) {
  const ajv = new Ajv2020({
    allErrors: true,
    verbose: true,
    allowUnionTypes: true,
    strictRequired: false,
    code: { optimize: false, source },
  });
  const { define, use } = metaSchema.properties;
  return {
    // Marks are read by the walk; a word that it does not know is refused as misspelt.
    ajv: ajv.addVocabulary(MARKS.map((mark) => `x-${mark}`)),
    resolved: withoutAuthored(metaSchema) as typeof metaSchema,
    authored: { $defs: metaSchema.$defs, type: 'object', properties: { define, use } },
  };
}

function validate(): EntityValidators {
  if (validators === undefined) {
    const { ajv, resolved, authored } = validatorSchemas();
    validators = { resolved: ajv.compile<Entity>(resolved), authored: ajv.compile(authored) };
  }
  return validators;
}

/**
 * Reads an entity from text: JSON syntax, keys that stand twice, version of the dialect, what it shares with others
 * (resolved), and form by the meta-schema, all problems at once and where they were written. What names and expressions
 * mean is for `buildModel` and `lintWorld`.
 *
 * The browser must not import this module: it carries Ajv, which compiles schemas to code.
 * @param files blocks and groups of roles that the text may name. Default none.
 * @param isSound whether the same text was found right before, so that its form is not looked at again. Default false.
 */
export function parseEntity(
  text: string,
  file: string,
  files: SharedFiles = NO_SHARED_FILES,
  isSound = false,
): ParsedEntity {
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
  const found = parseValue(json.value, file, files, isSound);
  for (const problem of 'problems' in found ? found.problems : []) {
    problems.push({ ...problem, ...(problem.file === file ? json.position(problem.pointer) : {}) });
  }
  return 'entity' in found && problems.length === 0 ? found : { problems };
}

function parseValue(value: unknown, file: string, files: SharedFiles, isSound: boolean): ParsedEntity {
  const misshapen = isSound ? [] : authoredProblems(value, file);
  if (misshapen.length > 0) return { problems: misshapen };
  const { value: whole, resolution, problems } = resolveEntity(value, file, files);
  if (problems.length > 0) return { problems };
  const found = isSound ? { entity: whole as Entity } : checkEntity(whole, file);
  if (resolution === undefined) return found;
  if ('entity' in found) return { entity: found.entity, resolution };
  return {
    problems: found.problems.map((problem) => ({ ...problem, ...originAt(resolution.origins, problem.pointer) })),
  };
}

/** What is wrong with the form of keywords that only an author writes; of what they share the resolved entity tells. */
function authoredProblems(value: unknown, file: string): readonly Problem[] {
  if (typeof value !== 'object' || value === null || !AUTHORED.some((keyword) => Object.hasOwn(value, keyword)))
    return [];
  const { authored } = validate();
  if (authored(value)) return [];
  return translateErrors(authored.errors ?? []).map((finding) => ({ file, ...finding, severity: 'error' }));
}

/** Checks the form of a resolved value that is already JSON (a merged overlay). */
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
  const { resolved: check } = validate();
  if (check(value)) return { entity: value };
  return {
    problems: translateErrors(check.errors ?? []).map(({ pointer, message, fix }) => problem(pointer, message, fix)),
  };
}
