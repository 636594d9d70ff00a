import { type ExpressionNode, FUNCTIONS, isFunctionName } from '../expression/index.ts';
import type { BuiltFields } from './built-fields.ts';
import type { ExpressionCompiler } from './compile-expression.ts';
import type { FieldModel, ModelExpression } from './entity-model.ts';

type Path = readonly (string | number)[];

/** What a condition over one stored row may ask besides its own stored fields. */
interface StoredConditionLimits {
  /** Whether it may ask who is asking: `me`, `hasRole`. */
  readonly me: boolean;
  /** What it gives. Default a condition. */
  readonly type?: 'boolean' | 'number';
  /** Whether it may ask settings: it is asked anew each time. Default false. */
  readonly settings?: boolean;
  /** Whether it is asked of values as they come in, so that it may ask their past. Default false. */
  readonly stream?: boolean;
  /** Functions that it may use. Default all that need neither the clock nor another record. */
  readonly functions?: ReadonlySet<string>;
  /** Fields that it cannot read although they are stored; gives why, in Chinese. */
  readonly refuses?: (field: FieldModel) => string | undefined;
  /** How to write it instead. */
  readonly fix: string;
}

/** Functions whose answer a setting or the calendar decides, which are no part of the row. */
const SURROUNDINGS: ReadonlySet<string> = new Set(['setting', 'isHoliday', 'workdays']);

/**
 * Compiles a condition that the stored row itself answers, so that it always has the same answer wherever it is asked: in
 * SQL, over a record at hand, in an index. Reports what reads another record, a value computed on reading, or the clock;
 * undefined then.
 */
export function compileStoredCondition(
  compiler: ExpressionCompiler,
  built: BuiltFields,
  source: string | undefined,
  path: Path,
  limits: StoredConditionLimits,
): ModelExpression | undefined {
  const scope = limits.stream === true ? { ...built.scopes.value, stream: true } : built.scopes.value;
  const compiled = compiler.compile(source, path, scope, limits.type ?? 'boolean');
  if (compiled === undefined) return undefined;
  const fault =
    callFault(compiled.node, limits) ??
    compiled.references.map((name) => nameFault(built, name, limits)).find((found) => found !== undefined);
  if (fault === undefined) return compiled;
  compiler.sink.error(path, fault, limits.fix);
  return undefined;
}

function nameFault({ field }: BuiltFields, name: string, { me, refuses }: StoredConditionLimits): string | undefined {
  const [first = '', ...behind] = name.split('.');
  if (first === 'me') return me ? undefined : `条件读了“${name}”，这里不能按谁在问来定`;
  const found = field.get(first);
  if (behind.length > 0 || name.startsWith('@') || found === undefined) return `条件读了别的记录：“${name}”`;
  if (found.live || found.column === undefined) return `“${found.title}”（${name}）是读取时才算出的值，没有存储`;
  return refuses?.(found);
}

function callFault(node: ExpressionNode, limits: StoredConditionLimits): string | undefined {
  switch (node.kind) {
    case 'literal':
    case 'name':
    case 'member':
      return undefined;
    case 'unary':
      return callFault(node.operand, limits);
    case 'binary':
      return callFault(node.left, limits) ?? callFault(node.right, limits);
    case 'conditional':
      return [node.test, node.whenTrue, node.whenFalse].map((part) => callFault(part, limits)).find(Boolean);
    case 'list':
      return node.items.map((item) => callFault(item, limits)).find(Boolean);
    case 'call':
      return functionFault(node.name, limits) ?? node.arguments.map((part) => callFault(part, limits)).find(Boolean);
  }
}

function functionFault(name: string, { me, functions, settings }: StoredConditionLimits): string | undefined {
  if (name === 'now' || name === 'today') return `条件用了 ${name}()：时间会变，存储的记录不会随之改变`;
  if (name === 'hasRole') return me ? undefined : '条件用了 hasRole()，这里不能按谁在问来定';
  if (functions !== undefined) return functions.has(name) ? undefined : `条件不能用 ${name}()`;
  if (name === 'setting' && settings === true) return undefined;
  const definition = isFunctionName(name) ? FUNCTIONS[name] : undefined;
  if (definition?.stream === true) return undefined;
  const isOwn = definition?.aggregate !== true && definition?.serverOnly !== true && definition?.live !== true;
  return isOwn && !SURROUNDINGS.has(name) ? undefined : `条件不能用 ${name}()：它读的不是本记录`;
}
