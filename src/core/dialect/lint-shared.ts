import { checkExpression, printExpression } from '../expression/index.ts';
import { entityNames, nameScope } from '../model/entity-scope.ts';
import type { ModelWorld } from '../model/model-world.ts';
import type { LintedEntity } from './lint-context.ts';
import { REWRITE_EXPRESSION } from './problem.ts';

/** Records that exist only where a condition is used: what it says of them is judged there. */
const OF_THE_PLACE: ReadonlySet<string> = new Set(['old', 'row', 'parent', 'record', 'outer']);

/** What a name may stand for besides a condition. A figure that people should see is a computed field. */
const NAMED_VALUES: ReadonlySet<unknown> = new Set(['text', 'number', 'date', 'dateTime']);

/** What an entity names is a condition, a text, a number or a moment over its record, and is used; told where it is named. */
export function lintShared({ entity, sink, resolution }: LintedEntity, world: ModelWorld): void {
  if (resolution === undefined) return;
  sink.problems.push(...resolution.warnings.filter(({ file }) => file === sink.file));
  for (const { name, file } of resolution.unused) {
    if (file === sink.file) sink.warning(['define', name], `没有地方用到“${name}”`, '用上它，或删去');
  }
  const scope = nameScope(world, entityNames(world, entity));
  for (const { name, node } of resolution.conditions) {
    const free = checkExpression(node, scope);
    const { problems, references } = NAMED_VALUES.has(free.type) ? free : checkExpression(node, scope, 'boolean');
    if ([...references].some((reference) => OF_THE_PLACE.has(reference.split('.')[0] ?? ''))) continue;
    for (const { message } of problems) {
      sink.error(['define', name], `表达式“${printExpression(node)}”：${message}`, REWRITE_EXPRESSION);
    }
  }
}
