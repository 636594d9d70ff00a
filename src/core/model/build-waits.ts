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
  if (waits === undefined) return { call: 'default', when: undefined, from: undefined, until: undefined };
  if (typeof waits === 'string') return { call: waits, when: undefined, from: undefined, until: undefined };
  const { value } = built.scopes;
  const moment = (key: 'from' | 'until', what: string) => {
    const compiled = compiler.compile(waits[key], [...path, key], value);
    if (compiled !== undefined && compiled.type !== 'dateTime' && compiled.type !== 'date') {
      compiler.sink.error([...path, key], `${what}须是日期或日期时间`, '改为得出日期时间的表达式，如 deadline');
    }
    return compiled;
  };
  return {
    call: 'call',
    when: compiler.compile(waits.when, [...path, 'when'], value, 'boolean'),
    from: moment('from', '开始时间'),
    until: moment('until', '期限'),
    ...(waits.title === undefined ? {} : { title: waits.title }),
    ...(waits.then === undefined ? {} : { after: waits.then }),
  };
}
