import type { Actor } from '../dialect/entity.generated.ts';
import type { ExpressionScope } from '../expression/index.ts';
import type { BuiltFields } from './built-fields.ts';
import { type ExpressionCompiler, reportUnknown } from './compile-expression.ts';
import type { NameTable } from './entity-scope.ts';

type Path = readonly (string | number)[];

/** Where actors stand: the entity whose fields they name, and by which names their conditions read. */
export interface ActorPlace {
  readonly compiler: ExpressionCompiler;
  readonly built: BuiltFields;
  readonly scope: ExpressionScope;
  /** What a transition proposes; without it no actor may be `proposal`. */
  readonly row?: NameTable;
  /** Whether a field of the row that a transition writes holds one person. Without it no actor may be `row`. */
  isOwn?(key: string): boolean;
  /** Whether it is a timer that repeats. Without it `up` may not be `times`. */
  readonly repeats?: boolean;
}

/** Most levels that an actor may go up. */
const HIGHEST = 10;

/** Reports a field that is none of the entity's, or that names no people or departments. */
export function checkPerson(
  compiler: ExpressionCompiler,
  built: BuiltFields,
  key: string,
  target: 'user' | 'dept',
  path: Path,
): void {
  const found = built.field.get(key);
  if (found === undefined) reportUnknown(compiler.sink, path, '字段', key, built.field.keys());
  else if (found.target !== target) {
    const what = target === 'user' ? '人员' : '部门';
    compiler.sink.error(path, `“${key}”不是${what}字段`, `改为选择${what}的字段（orgSelect）`);
  }
}

/** Checks a list of actors against the entity whose fields they name. */
export function checkActors(
  { compiler, built, scope, row, isOwn, repeats }: ActorPlace,
  who: readonly Actor[] | undefined,
  path: Path,
): void {
  for (const [index, actor] of (who ?? []).entries()) {
    if (typeof actor === 'string') continue;
    const at = [...path, index];
    if ('up' in actor) checkUp(compiler, actor.up, repeats === true, [...at, 'up']);
    if ('field' in actor) checkPerson(compiler, built, actor.field, 'user', [...at, 'field']);
    else if ('head' in actor) checkPerson(compiler, built, actor.head, 'dept', [...at, 'head']);
    else if ('superior' in actor) checkPerson(compiler, built, actor.superior, 'user', [...at, 'superior']);
    else if ('proposal' in actor) {
      if (row?.entry(actor.proposal) === undefined) {
        reportUnknown(compiler.sink, [...at, 'proposal'], '提交内容中的字段', actor.proposal, row?.keys() ?? []);
      }
    } else if ('row' in actor) {
      if (isOwn?.(actor.row) === true) continue;
      const fix = '写在有 writes 的流转的 who 里，改为所写实体的单选人员字段（orgSelect）';
      compiler.sink.error([...at, 'row'], `“${actor.row}”不是所写的行里单选人员的字段`, fix);
    } else if ('expression' in actor) compiler.compile(actor.expression, [...at, 'expression'], scope, 'boolean');
  }
}

function checkUp({ sink }: ExpressionCompiler, up: number | 'times' | undefined, repeats: boolean, path: Path): void {
  if (up === 'times') {
    if (!repeats) sink.error(path, '“times”只能写在重复的定时器的 notify 里', '给定时器写上 every，或改为级数');
  } else if (up !== undefined && (up < 0 || up > HIGHEST)) {
    sink.error(path, `上级级数 ${up} 超出范围`, `改为0至${HIGHEST}的整数`);
  }
}

/**
 * Checks the actors who may do something, as {@link checkActors} does. Buttons and lists decide by the record, the person
 * and the parent; a condition that reads behind a reference would let the call through and never offer it.
 */
export function checkDoers(place: ActorPlace, who: readonly Actor[] | undefined, path: Path): void {
  const { compiler } = place;
  const near: ExpressionCompiler = {
    ...compiler,
    compile(source, at, ...rest) {
      const compiled = compiler.compile(source, at, ...rest);
      for (const name of compiled?.references ?? []) {
        const [first = '', ...behind] = name.split('.');
        if (!name.startsWith('@') && behind.length > 0 && !NEAR.includes(first)) {
          compiler.sink.error(at, `“${name}”不在本记录上，按钮因此不会出现`, '只读本记录、parent 和 me 的字段');
        }
      }
      return compiled;
    },
  };
  checkActors({ ...place, compiler: near }, who, path);
}

/** Records whose fields buttons know. */
const NEAR: readonly string[] = ['me', 'parent', 'row', 'old'];
