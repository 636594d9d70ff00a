import type { Transition } from '../dialect/entity.generated.ts';
import type { BuiltFields } from './built-fields.ts';
import { checkActors } from './check-actors.ts';
import { type ExpressionCompiler, reportUnknown } from './compile-expression.ts';
import type { FieldModel, ModelExpression, ScanModel } from './entity-model.ts';

type Path = readonly (string | number)[];

/** Name in `scan.code` that stands for the code that changes every 30 seconds. */
export const TURNING = 'turning';

/** What a transition wants scanned, with its conditions compiled; what is wrong is reported, and then left out. */
export function buildScan(
  { scan }: Transition,
  path: Path,
  { built, compiler }: { readonly built: BuiltFields; readonly compiler: ExpressionCompiler },
): ScanModel | undefined {
  if (scan === undefined) return undefined;
  const { sink } = compiler;
  const texts = [...built.field.values()].filter((field) => !field.base && isTag(field));
  const tag = built.field.get(scan.code);
  if (scan.code !== TURNING && tag === undefined) {
    reportUnknown(sink, [...path, 'code'], '字段', scan.code, [TURNING, ...texts.map(({ key }) => key)]);
  } else if (tag !== undefined && !isTag(tag)) {
    const fix = `改为 input 字段，或写 ${TURNING}（每30秒变化的动态码）`;
    sink.error([...path, 'code'], `“${tag.title}”不是存下来的文本，不能与标签比较`, fix);
  }
  if (scan.code !== TURNING && scan.show !== undefined) {
    sink.error([...path, 'show'], '固定标签没有要显示的动态码', '删去 show，或改为 "code": "turning"');
  }
  checkActors({ compiler, built, scope: built.scopes.value }, scan.show, [...path, 'show']);
  if (scan.place !== undefined && scan.within === undefined) {
    sink.error([...path, 'place'], '没有 within 时不看地点', '写上 within（米），或删去 place');
  }
  return {
    turning: scan.code === TURNING,
    tag: scan.code === TURNING ? undefined : scan.code,
    window: windowOf(scan.window, [...path, 'window'], { built, compiler }),
    within: scan.within,
    place: scan.within === undefined ? undefined : placeOf(scan.place, [...path, 'within'], { built, compiler }),
    show: scan.show,
  };
}

function isTag(field: FieldModel): boolean {
  return field.valueType === 'text' && field.column !== undefined && field.type.type === 'input';
}

/** First and last moment; both have to be decided by what is stored, so that nobody can be told another window. */
function windowOf(
  window: readonly string[] | undefined,
  path: Path,
  { built, compiler }: { readonly built: BuiltFields; readonly compiler: ExpressionCompiler },
): ScanModel['window'] {
  const ends = (window ?? []).map((source, index): ModelExpression | undefined => {
    const at = [...path, index];
    const compiled = compiler.compile(source, at, built.scopes.value, 'dateTime');
    const live = compiled?.references.find((name) => built.field.get(name.split('.')[0] ?? '')?.live !== false);
    if (compiled === undefined || (!compiled.live && !compiled.serverOnly && live === undefined)) return compiled;
    const what = live === undefined ? '当前时间、当前用户或其他记录' : `“${live}”`;
    compiler.sink.error(at, `扫码时间窗不能读${what}`, '只读本记录存下来的字段，如 trainTime - minutes(30)');
    return undefined;
  });
  const [from, to] = ends;
  return from === undefined || to === undefined ? undefined : [from, to];
}

function placeOf(
  named: string | undefined,
  path: Path,
  { built, compiler }: { readonly built: BuiltFields; readonly compiler: ExpressionCompiler },
): string | undefined {
  const places = [...built.field.values()].filter(({ valueType }) => valueType === 'place').map(({ key }) => key);
  if (named !== undefined) {
    if (places.includes(named)) return named;
    compiler.sink.error([...path.slice(0, -1), 'place'], `“${named}”不是坐标字段`, '改为 geo 字段');
    return undefined;
  }
  const [only, other] = places;
  if (only !== undefined && other === undefined) return only;
  const fault = only === undefined ? '本实体没有坐标字段，无从比较距离' : `本实体有多个坐标字段：${places.join('、')}`;
  compiler.sink.error(path, fault, only === undefined ? '加一个 geo 字段，或删去 within' : '用 place 写明是哪一个');
  return undefined;
}
