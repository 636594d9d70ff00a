import { OutOfReachError } from '../expression/index.ts';
import { reportUnknown } from '../model/compile-expression.ts';
import { type EntityModel, type FieldModel, RESERVED_KEYS } from '../model/entity-model.ts';
import { withOverrideProperties } from '../model/override-properties.ts';
import type { Example } from './entity.generated.ts';
import type { LintedEntity, LintWorld } from './lint-context.ts';
import { remembering } from './noted-world.ts';
import { hasErrors, type ProblemSink } from './problem.ts';
import { type ExampleOutcome, runExample } from './run-example.ts';
import type { Path } from './walk/walk.ts';

/**
 * Checks that examples give what can be entered, and that they come out as they say.
 * @param sound whether nothing else is wrong with the entity: only then do its examples mean anything.
 */
export function lintExamples({ entity, model, sink }: LintedEntity, world: LintWorld, sound: boolean): void {
  for (const [index, example] of (entity.examples ?? []).entries()) {
    const path = ['examples', index];
    for (const part of ['record', 'expect', 'errors'] as const) {
      for (const key of Object.keys(example[part] ?? {})) {
        const at = [...path, part, key];
        const field = model.field.get(key);
        if (part === 'record' && field?.computed === true) {
          sink.error(at, `“${key}”由计算得出，不能给值`, '移到 expect');
        }
        if (part === 'expect' && field !== undefined && !isMade(model, field)) {
          const fix = `从 expect 里删去“${key}”，或给该字段写上 compute、cases、default 或 defaultFrom`;
          sink.error(at, `“${field.title}”（${key}）只由人填写，没有什么算出它，例子判断不了`, fix);
        }
      }
    }
    lintOthers(example, world, sink, [...path, 'others']);
    if (example.valid === true && Object.keys(example.errors ?? {}).length > 0) {
      sink.error([...path, 'valid'], '既写了 errors 又写 "valid": true', '删去其中一个');
    }
    if (example.now !== undefined && !isDate(example.now.slice(0, 10))) {
      sink.error([...path, 'now'], `“${example.now}”不是存在的日期`, '改为存在的日期');
    }
  }
  if (!sound || world.examples === false || hasErrors(sink.problems)) return;
  for (const [index, found] of failuresOf(model, world).entries()) {
    for (const { path, message } of found) {
      const title = entity.examples?.[index]?.title;
      sink.error(['examples', index, ...path], `例子“${title}”不成立：${message}`, '改正例子，或改正实体');
    }
  }
}

/** What is wrong with each example of a model. */
const failuresOf = remembering(
  (model: EntityModel) => model,
  (model, world): readonly (readonly Failure[])[] =>
    (model.source.examples ?? []).map((example) => failures(model, example, world)),
);

/** Whether an example can come out with another value of a field than it gives: it is computed, filled in, or taken away. */
function isMade(model: EntityModel, { key, computed, defaultFrom, visible, property, type }: FieldModel): boolean {
  const section = model.sections.find(({ fields }) => fields.includes(key));
  const isFilled = defaultFrom !== undefined || property.default !== undefined || type.rowwise === true;
  return isFilled || computed || type.group === 'computed' || (visible ?? section?.visible) !== undefined;
}

/** Records beside the example's have fields of their entity; which entities there are is looked after with all names. */
function lintOthers({ others = {} }: Example, world: LintWorld, sink: ProblemSink, path: Path): void {
  for (const [key, records] of Object.entries(others)) {
    const properties = world.entities.get(key)?.entity.record.properties;
    if (properties === undefined) continue;
    const fields = [...Object.keys(withOverrideProperties(properties)), ...RESERVED_KEYS];
    for (const [index, record] of records.entries()) {
      for (const name of Object.keys(record)) {
        if (!fields.includes(name)) reportUnknown(sink, [...path, key, index, name], '字段', name, fields);
      }
    }
  }
}

interface Failure {
  readonly path: readonly string[];
  readonly message: string;
}

function failures(model: EntityModel, example: Example, world: LintWorld): readonly Failure[] {
  let outcome: ExampleOutcome;
  try {
    outcome = runExample(model, example, world);
  } catch (error) {
    // What only a running server could tell stands in no example.
    if (error instanceof OutOfReachError) return [];
    return [{ path: [], message: error instanceof Error ? error.message : String(error) }];
  }
  const found: Failure[] = [];
  for (const [key, wanted] of Object.entries(example.expect ?? {})) {
    const given = outcome.computed[key] ?? null;
    if (JSON.stringify(given) === JSON.stringify(wanted)) continue;
    found.push({
      path: ['expect', key],
      message: `“${key}”应为 ${JSON.stringify(wanted)}，实为 ${JSON.stringify(given)}`,
    });
  }
  const told = Object.keys(outcome.errors);
  // Without messages an invalid example only says that something is refused.
  if (example.valid === false && example.errors === undefined) {
    if (told.length === 0) found.push({ path: ['valid'], message: '应被拒绝，实际可以提交' });
    return found;
  }
  const wanted = example.errors ?? {};
  for (const key of new Set([...told, ...Object.keys(wanted)])) {
    const [is, should] = [outcome.errors[key], wanted[key]];
    if (is === should) continue;
    const path = should === undefined ? [] : ['errors', key];
    if (is === undefined) found.push({ path, message: `“${key}”应提示“${should}”，实际没有提示` });
    else if (should === undefined) found.push({ path, message: `“${key}”多出提示“${is}”` });
    else found.push({ path, message: `“${key}”应提示“${should}”，实为“${is}”` });
  }
  return found;
}

function isDate(text: string): boolean {
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}
