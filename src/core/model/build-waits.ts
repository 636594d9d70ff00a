import type { Transition } from '../dialect/entity.generated.ts';
import type { BuiltFields } from './built-fields.ts';
import type { ExpressionCompiler } from './compile-expression.ts';
import type { WaitsModel } from './entity-model.ts';

type Path = readonly (string | number)[];

/** Who is called to take a transition, with its expressions compiled. */
export function buildWaits(
  waits: Transition['waits'],
  path: Path,
  { built, compiler }: { readonly built: BuiltFields; readonly compiler: ExpressionCompiler },
): WaitsModel {
  if (waits === undefined) return { call: 'default', when: undefined, until: undefined };
  if (typeof waits === 'string') return { call: waits, when: undefined, until: undefined };
  const { value } = built.scopes;
  const until = compiler.compile(waits.until, [...path, 'until'], value);
  if (until !== undefined && until.type !== 'dateTime' && until.type !== 'date') {
    compiler.sink.error([...path, 'until'], '期限须是日期或日期时间', '改为得出日期时间的表达式，如 deadline');
  }
  return {
    call: 'call',
    when: compiler.compile(waits.when, [...path, 'when'], value, 'boolean'),
    until,
    ...(waits.title === undefined ? {} : { title: waits.title }),
    ...(waits.then === undefined ? {} : { after: waits.then }),
  };
}
