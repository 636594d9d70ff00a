import type { Property } from '../dialect/entity.generated.ts';
import type { ExpressionScope } from '../expression/index.ts';
import type { ExpressionCompiler } from './compile-expression.ts';
import { reportUnknown } from './compile-expression.ts';
import type { ModelExpression, ToneModel } from './entity-model.ts';

type Path = readonly (string | number)[];

/** What tones of a field are built from. */
interface TonePlace {
  readonly compiler: ExpressionCompiler;
  readonly path: Path;
  readonly scope: ExpressionScope;
  /** Fields of the record; undefined for columns of a table, which have no tones. */
  readonly properties: Readonly<Record<string, Property>> | undefined;
}

const DATES: readonly string[] = ['date', 'date-time'];

/** The tones of a field, in order; one with a problem is reported and left out. */
export function buildTones(property: Property, { compiler, path, scope, properties }: TonePlace): readonly ToneModel[] {
  const { sink } = compiler;
  const { tone = [] } = property;
  if (tone.length > 0 && properties === undefined) {
    sink.error([...path, 'tone'], '子表的列没有醒目提示', '把 tone 写在记录的字段上');
    return [];
  }
  return tone.flatMap(({ when: source, title, color, left }, index) => {
    const at = [...path, 'tone', index];
    const when = compiler.compile(source, [...at, 'when'], scope, 'boolean');
    const fault = when === undefined ? undefined : faultOf(when, properties ?? {});
    if (fault !== undefined) sink.error([...at, 'when'], fault, '只读本记录中不脱敏的字段和当前时间');
    const day = left === undefined ? undefined : properties?.[left];
    if (left !== undefined && day !== undefined && !DATES.includes(day.format ?? '')) {
      sink.error([...at, 'left'], `“${left}”不是日期，说不出还剩多少时间`, '改为日期或日期时间字段');
    }
    if (left !== undefined && day === undefined) {
      reportUnknown(sink, [...at, 'left'], '字段', left, Object.keys(properties ?? {}));
    }
    return when === undefined || fault !== undefined ? [] : [{ when, title, color, left }];
  });
}

/** Why a condition cannot be answered over a record as a reader sees it; undefined where it can. */
function faultOf(when: ModelExpression, properties: Readonly<Record<string, Property>>): string | undefined {
  if (when.serverOnly) return '条件须由记录本身回答，不能读别的记录';
  for (const name of when.references) {
    const [first = '', ...behind] = name.split('.');
    if (behind.length > 0 || name.startsWith('@')) return `条件读了别的记录：“${name}”`;
    // A reader who sees it masked would be told what it is.
    if (properties[first]?.mask !== undefined || properties[first]?.maskInLists === true) {
      return `“${properties[first]?.title}”会脱敏，不能由它决定提示`;
    }
  }
  return undefined;
}
