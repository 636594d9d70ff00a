import { entryOf, foreignInCall, foreignValues } from './choices.ts';
import { isTemporalText } from './civil-date.ts';
import type { Accepted, FunctionDefinition, FunctionParameter } from './functions/definition.ts';
import { DURATIONS, entityRead, FUNCTIONS, isFunctionName } from './functions.ts';
import { LABEL_OF, labelMeant, withMeanings } from './label-of.ts';
import type { BinaryNode, CallNode, ExpressionNode, ExpressionProblem, MemberNode, NameNode } from './node.ts';
import { memberPath, nodePartsOf } from './node.ts';
import { printExpression } from './print.ts';
import { collectReferences } from './references.ts';
import type { ExpressionScope, ScopeEntry } from './scope.ts';
import { nearestName } from './suggest.ts';
import { describeType, isListType, isRecordType, isRowsType, unifyTypes, type ValueType } from './value-type.ts';

/** What the checker finds out about an expression. */
export interface CheckResult {
  /** The type of its value; `null` where a problem leaves it open. */
  readonly type: ValueType;
  readonly problems: readonly ExpressionProblem[];
  /** What it reads, as `collectReferences` gives it. */
  readonly references: readonly string[];
  /** It reaches now, today, me or another record (`lookup` aside): its value changes without the record being written. */
  readonly live: boolean;
  /** The browser cannot know its value. */
  readonly serverOnly: boolean;
  /** The expression as it is evaluated: calls that say less than is needed stand with what they mean. */
  readonly node: ExpressionNode;
}

/**
 * Checks names, functions and types of one expression; all problems come at once. `expected`, where given, is the type
 * that its place wants, such as `boolean` for a guard.
 */
export function checkExpression(node: ExpressionNode, scope: ExpressionScope, expected?: ValueType): CheckResult {
  const state: State = { root: node, at: node, problems: [], live: false, serverOnly: false, meanings: new Map() };
  const type = new Checker(state, scope).check(node);
  if (expected !== undefined && type !== undefined && !fits(node, type, expected)) {
    state.problems.push({ message: `这里要${describeType(expected)}，而表达式得出${describeType(type)}` });
  } else if (
    type !== undefined &&
    ((type === 'duration' && expected !== 'duration') || isRowsType(type) || isRecordType(type))
  ) {
    state.problems.push({ message: `${describeType(type)}不能作为表达式的结果` });
  }
  const meant = withMeanings(node, state.meanings);
  return {
    type: type === undefined ? 'null' : expected !== undefined && type === 'text' ? expected : type,
    problems: state.problems,
    node: meant,
    references: collectReferences(meant),
    live: state.live,
    serverOnly: state.serverOnly,
  };
}

interface State {
  readonly root: ExpressionNode;
  /** The part that is being checked. */
  at: ExpressionNode;
  readonly problems: ExpressionProblem[];
  live: boolean;
  serverOnly: boolean;
  /** What calls mean that say less than is needed. */
  readonly meanings: Map<ExpressionNode, ExpressionNode>;
}

/** Whether a node of this type can stand where `target` is wanted; a date written as text counts as that date. */
function fits(node: ExpressionNode, type: ValueType, target: ValueType): boolean {
  if (unifyTypes(type, target) !== undefined) return true;
  if (node.kind === 'conditional') return fits(node.whenTrue, type, target) && fits(node.whenFalse, type, target);
  if (node.kind === 'list' && isListType(target)) {
    return node.items.every((item) => literalFits(item, target.list));
  }
  return literalFits(node, target);
}

function literalFits(node: ExpressionNode, target: ValueType): boolean {
  if (node.kind !== 'literal' || typeof node.value !== 'string') return false;
  return (target === 'date' || target === 'dateTime' || target === 'time') && isTemporalText(target, node.value);
}

/** `undefined` stands for "a problem was reported already". */
type Checked = ValueType | undefined;

/** Aggregates that may stand in each other: each reads its rows again for every row outside. */
export const MOST_NESTED = 3;

/** Where names are read: inside rows of what. */
interface Inside {
  /** Function over whose rows this is evaluated one by one, where it does not take what only the database answers. */
  readonly perRowOf?: string | undefined;
  /** How many aggregates stand around it. */
  readonly depth: number;
  /** Whether the rows are another entity's. */
  readonly entity: boolean;
  /** What stands outside the rows, which is `parent` there. */
  readonly outside?: Inside;
}

const RECORD: Inside = { depth: 0, entity: false };

/** Checks the names inside an aggregate; `rows` is the type of the rows themselves. */
interface Inner {
  readonly checker: Checker;
  readonly rows?: ValueType;
}

interface Typed {
  readonly node: ExpressionNode;
  readonly type: ValueType;
}

class Checker {
  readonly state: State;
  readonly scope: ExpressionScope;
  readonly inside: Inside;

  constructor(state: State, scope: ExpressionScope, inside: Inside = RECORD) {
    this.state = state;
    this.scope = scope;
    this.inside = inside;
  }

  check(node: ExpressionNode): Checked {
    const outside = this.state.at;
    this.state.at = node;
    const type = this.checked(node);
    this.state.at = outside;
    return type;
  }

  private checked(node: ExpressionNode): Checked {
    switch (node.kind) {
      case 'literal':
        if (node.value === null) return 'null';
        return typeof node.value === 'string' ? 'text' : typeof node.value === 'number' ? 'number' : 'boolean';
      case 'name':
      case 'member':
        return this.entry(node)?.type;
      case 'unary': {
        const wanted = node.operator === 'not' ? 'boolean' : 'number';
        this.want(node.operand, wanted, node.operator === 'not' ? 'not 后面' : '负号后面');
        return wanted;
      }
      case 'binary':
        return this.binary(node);
      case 'conditional':
        this.want(node.test, 'boolean', '? 前面的条件');
        return this.unify([node.whenTrue, node.whenFalse], '? : 的两个结果');
      case 'list': {
        const item = node.items.length === 0 ? 'null' : this.unify(node.items, '列表的各项');
        return item === undefined ? undefined : { list: item };
      }
      case 'call':
        return this.call(node);
    }
  }

  /** Notes a problem of a part; default of what is being checked. */
  private problem(message: string, node: ExpressionNode = this.state.at, instead?: string): undefined {
    this.state.problems.push({ message, node, ...(instead === undefined ? {} : { instead }) });
    return undefined;
  }

  /** Notes a name that nothing bears, with the nearest that something does: in quotes where the part is a text. */
  private unknown(what: string, name: string, candidates: readonly string[], node: ExpressionNode): undefined {
    const near = nearestName(name, candidates);
    const instead =
      near !== undefined && node.kind === 'literal' ? printExpression({ kind: 'literal', value: near }) : near;
    return this.problem(`没有名为“${name}”的${what}${suggestion(near)}`, node, instead);
  }

  private entry(node: NameNode | MemberNode): ScopeEntry | undefined {
    if (node.kind === 'name') {
      const entry = this.scope.resolve(node.name);
      if (entry === undefined) return this.unknown('字段', node.name, this.scope.candidates('names'), node);
      // me changes with whoever reads, so even `me` handed to a function is live.
      return this.note(node.name === 'me' && isRecordType(entry.type) ? { ...entry, live: true } : entry);
    }
    const object = this.entry(node.object);
    if (object === undefined) return undefined;
    const own = isRecordType(object.type) ? object.type.record : undefined;
    const record = own ?? object.record;
    const path = memberPath(node.object).join('.');
    if (record === undefined)
      return this.problem(`“${path}”是${describeType(object.type)}，没有“${node.key}”可取`, node);
    const entry = this.scope.member(record, node.key);
    if (entry === undefined && own !== undefined && node.key === 'parent') {
      return this.problem(`“${path}”外面没有更外一层，不能再写“.parent”`);
    }
    if (entry === undefined) {
      const near = nearestName(node.key, this.scope.candidates({ record }));
      const instead = near === undefined ? undefined : `${path}.${near}`;
      return this.problem(`“${path}”没有“${node.key}”${suggestion(near)}`, node, instead);
    }
    // A reference's field belongs to another record; the record's own sides (old, row, parent) do not. What stands behind
    // a reference of another entity's row is nowhere but in the database.
    if (own !== undefined) return this.note(entry);
    return this.note({ ...entry, live: true, ...(this.isOfEntityRow(node.object) ? { serverOnly: true } : {}) });
  }

  /** Whether a path begins in a row of another entity. */
  private isOfEntityRow(node: NameNode | MemberNode): boolean {
    let inside: Inside | undefined = this.inside;
    for (const name of memberPath(node)) {
      if (name === 'outer') return false;
      if (name !== 'parent') break;
      inside = inside?.outside;
    }
    return inside?.entity === true;
  }

  private note(entry: ScopeEntry): ScopeEntry {
    if (entry.live === true) this.state.live = true;
    if (entry.serverOnly === true) this.state.serverOnly = true;
    return entry;
  }

  private want(node: ExpressionNode, wanted: ValueType, place: string): void {
    const type = this.check(node);
    if (type === undefined || fits(node, type, wanted)) return;
    const hint =
      wanted === 'boolean' && place.startsWith('not') ? '；not 只管紧跟的一项，比较请加括号：not (a == b)' : '';
    this.problem(`${place}要${describeType(wanted)}，而“${printExpression(node)}”是${describeType(type)}${hint}`, node);
  }

  private unify(nodes: readonly ExpressionNode[], what: string): Checked {
    return this.common(
      nodes,
      nodes.map((node) => this.check(node)),
      what,
    );
  }

  private binary(node: BinaryNode): Checked {
    const { operator } = node;
    if (operator === 'and' || operator === 'or') {
      this.want(node.left, 'boolean', `${operator} 前面`);
      this.want(node.right, 'boolean', `${operator} 后面`);
      return 'boolean';
    }
    if (operator === 'in') return this.membership(node);
    if (operator === '==' || operator === '!=' || operator === '<' || operator === '<=' || operator.startsWith('>')) {
      this.comparison(node);
      return 'boolean';
    }
    return this.arithmetic(node);
  }

  private comparison(node: BinaryNode): void {
    const left = this.check(node.left);
    const right = this.check(node.right);
    if (left === undefined || right === undefined) return;
    const common =
      unifyTypes(left, right) ??
      (fits(node.right, right, left) ? left : fits(node.left, left, right) ? right : undefined);
    if (common === undefined) {
      this.problem(
        `不能比较${describeType(left)}和${describeType(right)}：${printExpression(node)}${mixHint(left, right)}`,
      );
      return;
    }
    const equality = node.operator === '==' || node.operator === '!=';
    if (equality) {
      this.amongChoices(node.left, [node.right]);
      this.amongChoices(node.right, [node.left]);
    }
    const againstNull = left === 'null' || right === 'null';
    if (common === 'duration' || isRowsType(common) || isRecordType(common)) {
      this.problem(`${describeType(common)}不能比较：${printExpression(node)}`);
    } else if (equality && !againstNull && (isListType(common) || isOpaque(common))) {
      this.problem(`${describeType(common)}只能与 null 比较，列表请用 includes(…)：${printExpression(node)}`);
    } else if (!equality && (common === 'boolean' || isOpaque(common) || isListType(common))) {
      this.problem(`${describeType(common)}不能比大小：${printExpression(node)}`);
    }
  }

  /** What is compared with a field that has choices must be one of them: with another the comparison never holds. */
  private amongChoices(node: ExpressionNode, compared: readonly ExpressionNode[]): void {
    for (const message of foreignValues(node, compared, this.scope)) this.problem(message);
  }

  private membership(node: BinaryNode): Checked {
    const left = this.check(node.left);
    const right = this.check(node.right);
    if (left === undefined || right === undefined) return 'boolean';
    if (node.right.kind === 'list') this.amongChoices(node.left, node.right.items);
    else this.amongChoices(node.right, [node.left]);
    if (right !== 'null' && !isListType(right)) {
      this.problem(`in 后面要列表，而“${printExpression(node.right)}”是${describeType(right)}`);
    } else if (!isScalar(left)) {
      this.problem(`in 前面不能是${describeType(left)}`);
    } else this.sought(node, { node: node.left, type: left }, { node: node.right, type: right });
    return 'boolean';
  }

  /** What is looked for in a list must be of the type of its items. */
  private sought(call: ExpressionNode, { node, type }: Typed, list: Typed): void {
    if (!isListType(list.type) || unifyTypes(type, list.type.list) !== undefined) return;
    if (fits(list.node, list.type, { list: type }) || fits(node, type, list.type.list)) return;
    this.problem(
      `不能在${describeType(list.type)}里找${describeType(type)}：${printExpression(call)}${mixHint(type, list.type.list)}`,
    );
  }

  private arithmetic(node: BinaryNode): Checked {
    const { operator } = node;
    const shift = node.right.kind === 'call' && isDuration(node.right.name);
    if (shift && (operator === '+' || operator === '-')) {
      const left = this.check(node.left);
      this.check(node.right);
      if (left === undefined) return undefined;
      if (left !== 'date' && left !== 'dateTime') {
        return this.problem(`时长只能加减在日期上，而“${printExpression(node.left)}”是${describeType(left)}`);
      }
      const unit = node.right.kind === 'call' ? node.right.name : '';
      if (left === 'date' && (unit === 'hours' || unit === 'minutes')) {
        return this.problem('日期只能加减 days(…) 或 months(…)');
      }
      return left;
    }
    const left = this.check(node.left);
    const right = this.check(node.right);
    for (const [side, type] of [
      [node.left, left],
      [node.right, right],
    ] as const) {
      if (type === undefined || type === 'number' || type === 'null') continue;
      this.problem(
        `“${operator}”要数值，而“${printExpression(side)}”是${describeType(type)}${arithmeticHint(operator, type)}`,
        side,
      );
    }
    return 'number';
  }

  private call(node: CallNode): Checked {
    if (!isFunctionName(node.name)) return this.unknown('函数', node.name, Object.keys(FUNCTIONS), node);
    const definition = FUNCTIONS[node.name];
    const [searched, sought] = node.arguments;
    for (const message of foreignInCall(node, this.scope)) this.problem(message);
    if (definition.stream === true && this.scope.stream !== true) {
      this.problem(`${node.name}(…) 只能写在实时数据的限值（readings.limits）里`);
    }
    if (definition.live === true) this.state.live = true;
    if (definition.serverOnly === true) this.state.serverOnly = true;
    const parameters = this.parametersOf(definition, node.arguments.length);
    if (parameters === undefined) return resultOf(definition);
    const inner =
      parameters[0]?.accepts === 'entity' || parameters[0]?.accepts === 'rows' ? this.innerOf(node) : undefined;
    if (inner === null) return resultOf(definition);
    const types: Checked[] = node.arguments.map((argument, index) => {
      const parameter = parameters[index];
      if (parameter === undefined || parameter.accepts === 'rows' || parameter.accepts === 'entity') return 'null';
      const checker = parameter.perRow === true && inner !== undefined ? inner.checker : this;
      return checker.argument(node, argument, parameter);
    });
    if (definition.alike !== undefined && !this.areAlike(node, types, definition.alike)) return resultOf(definition);
    const [list, value] = types;
    if (
      node.name === 'includes' &&
      searched !== undefined &&
      sought !== undefined &&
      list !== undefined &&
      value !== undefined
    )
      this.sought(node, { node: sought, type: value }, { node: searched, type: list });
    if (node.name === LABEL_OF) this.label(node);
    return this.result(definition, node, types, inner?.rows);
  }

  /** Whether arguments that must be of one type are. */
  private areAlike(
    node: CallNode,
    types: readonly Checked[],
    alike: NonNullable<FunctionDefinition['alike']>,
  ): boolean {
    const [first, last] = alike === true ? [0, types.length - 1] : alike;
    const among = <T>(all: readonly T[]) => all.slice(first, last + 1);
    return this.common(among(node.arguments), among(types), `${node.name}(…) 的参数`) !== undefined;
  }

  /** Notes what `labelOf(field)` means here. */
  private label(node: CallNode): void {
    const [field] = node.arguments;
    const named = field?.kind === 'name' || field?.kind === 'member';
    const entry = named ? entryOf(field, this.scope) : undefined;
    // A name that is not there was told as the argument that it is.
    if (named && entry === undefined) return;
    const meant = labelMeant(node, entry);
    if (typeof meant === 'string') {
      this.problem(meant);
      return;
    }
    // Behind a reference the other record is read, which may be live and the server's.
    if (meant.kind === 'call' && meant.name !== LABEL_OF) this.check(meant);
    this.state.meanings.set(node, meant);
  }

  private result(definition: FunctionDefinition, node: CallNode, types: readonly Checked[], rows: Checked): Checked {
    switch (definition.result) {
      case 'same':
        return this.common(node.arguments, types, `${node.name}(…) 的参数`);
      case 'last':
        return types.length > 2 ? types[1] : types.at(-1);
      case 'setting':
        return types[0];
      case 'moment':
        return types[0] === 'text' ? momentOf(node.arguments[0]) : types[0];
      case 'item': {
        const of = types[0];
        return of === undefined || !isListType(of) ? of : of.list;
      }
      case 'list': {
        const of = types[1];
        return of === undefined ? undefined : ({ list: of } as Checked);
      }
      case 'rows': {
        const last = types[3];
        if (types.length > 3) return last === undefined ? undefined : { list: last };
        return rows;
      }
      default:
        return definition.result;
    }
  }

  /** The common type of several nodes, where text that is a date takes the type of its neighbours. */
  private common(nodes: readonly ExpressionNode[], types: readonly Checked[], what: string): Checked {
    let common: ValueType = 'null';
    for (const [index, node] of nodes.entries()) {
      const type = types[index];
      if (type === undefined) return undefined;
      const next = unifyTypes(common, type);
      if (next !== undefined) common = next;
      else if (fits(node, type, common)) continue;
      else if (nodes.slice(0, index).every((earlier, at) => fits(earlier, types[at] ?? 'null', type))) common = type;
      else return this.problem(`${what}类型不同：${describeType(common)}和${describeType(type)}`, node);
    }
    return common;
  }

  private parametersOf(definition: FunctionDefinition, count: number): readonly FunctionParameter[] | undefined {
    const { parameters } = definition;
    const needed = parameters.filter((parameter) => parameter.optional !== true).length;
    const repeated = parameters.filter((parameter) => parameter.repeats === true);
    const beyond = Math.max(0, count - parameters.length);
    if (count < needed || (beyond > 0 && (repeated.length === 0 || beyond % repeated.length !== 0))) {
      return this.problem(`${definition.name}(…) 的参数个数不对，应写作 ${definition.signature}`);
    }
    return [...parameters, ...Array.from({ length: beyond / Math.max(1, repeated.length) }, () => repeated).flat()];
  }

  private argument(call: CallNode, node: ExpressionNode, parameter: FunctionParameter): Checked {
    const { accepts } = parameter;
    if (typeof accepts === 'string') return this.written(call, node, accepts, parameter);
    const type = this.check(node);
    if (type === undefined || accepted(node, type, accepts)) return type;
    const wanted = accepts.map((name) => (name === 'list' ? '列表' : describeType(name))).join('、');
    return this.problem(
      `${call.name}(…) 的“${parameter.name}”要${wanted}，而“${printExpression(node)}”是${describeType(type)}`,
      node,
    );
  }

  private written(
    call: CallNode,
    node: ExpressionNode,
    accepts: Extract<Accepted, string>,
    { name, range: [least, most] = [-10, 20], oneOf, shape }: FunctionParameter,
  ): Checked {
    if (accepts === 'me') {
      if (node.kind === 'name' && node.name === 'me') return this.entry(node)?.type;
      return this.problem(`${call.name}(…) 的第一个参数要写 me`);
    }
    if (accepts === 'literalInteger') {
      const whole = node.kind === 'literal' && typeof node.value === 'number' && Number.isInteger(node.value);
      if (whole && Number(node.value) >= least && Number(node.value) <= most) return 'number';
      return this.problem(`${call.name}(…) 的${name}要直接写 ${least} 至 ${most} 的整数`);
    }
    if (node.kind !== 'literal' || typeof node.value !== 'string') {
      const { example } = isFunctionName(call.name) ? FUNCTIONS[call.name] : FUNCTIONS.setting;
      return this.problem(
        `${call.name}(…) 的${accepts === 'literalText' ? `“${name}”` : '名称'}要直接写文本，如 ${example}`,
      );
    }
    if (accepts === 'setting') {
      const setting = this.scope.setting(node.value);
      if (setting === undefined) return this.unknown('参数', node.value, this.scope.candidates('settings'), node);
      if (setting.shipped === false) this.state.serverOnly = true;
      return setting.type;
    }
    if (accepts === 'dictionary' && !this.scope.dictionary(node.value)) {
      return this.unknown('字典', node.value, this.scope.candidates('dictionaries'), node);
    }
    if (oneOf !== undefined && !oneOf.includes(node.value)) {
      return this.problem(
        `${call.name}(…) 的“${name}”没有“${node.value}”，只有 ${oneOf.map((one) => `'${one}'`).join('、')}`,
      );
    }
    if (shape !== undefined && !shape.pattern.test(node.value)) {
      return this.problem(`${call.name}(…) 的“${name}”要${shape.words}`);
    }
    return 'text';
  }

  /** The checker of the names inside an aggregate or another entity; null when a problem was reported. */
  private innerOf(node: CallNode): Inner | null {
    if (this.isTooDeep(node)) return null;
    const named = entityRead(node);
    const first = node.arguments[0];
    const definition = isFunctionName(node.name) ? FUNCTIONS[node.name] : undefined;
    if (named !== undefined || definition?.parameters[0]?.accepts === 'entity') return this.innerOfEntity(node, named);
    if (
      first?.kind === 'name' &&
      this.scope.resolve(first.name) === undefined &&
      this.scope.lookupEntity(first.name) !== undefined
    ) {
      this.problem(`${node.name}(…) 读另一实体时要给它的名称加引号：${node.name}('${first.name}', …)`);
      return null;
    }
    const rows = first === undefined ? undefined : this.check(first);
    if (rows === undefined) return null;
    const scope = isRowsType(rows) ? this.scope.rows(rows.rows) : undefined;
    if (scope === undefined) {
      this.problem(
        `${node.name}(…) 的第一个参数要子表${first === undefined ? '' : `，而“${printExpression(first)}”不是`}`,
      );
      return null;
    }
    return { checker: new Checker(this.state, scope, this.nested(node, false)), rows };
  }

  private missingEntity(name: string, node: ExpressionNode): void {
    const at = this.scope.faulty?.(name);
    if (at === undefined) this.unknown('实体', name, this.scope.candidates('entities'), node);
    else this.problem(`实体“${name}”自己有错，暂时不能引用，先改好 ${at}`);
  }

  private innerOfEntity(node: CallNode, name: string | undefined): Inner | null {
    const entity = name === undefined ? undefined : this.scope.lookupEntity(name);
    // Those that answer the same in the browser, of small entities, and whole in the database, of others.
    const either = isFunctionName(node.name) && FUNCTIONS[node.name].parameters[0]?.accepts === 'rows';
    if (name === undefined) this.problem(`${node.name}(…) 的第一个参数要直接写实体的名称`);
    else if (entity === undefined) this.missingEntity(name, node.arguments[0] ?? node);
    else if (node.name === 'latest') this.problem('latest(…) 只读子表；另一实体里最近的一条请用 newest(…)');
    else if (node.name === 'lookup' && !entity.small) this.problem(`“${name}”不是小表（small），不能用 lookup(…)`);
    else if (node.name === 'within' && entity.tree !== true) this.problem(`“${name}”不是树（tree），不能用 within(…)`);
    else if (!either && node.name !== 'lookup' && this.inside.perRowOf !== undefined) {
      const outer = `${this.inside.perRowOf}(…)`;
      this.problem(`${node.name}(…) 不能逐行查询，不能写在 ${outer} 里面；请移到 ${outer} 外面，用 and、or 连接`);
    } else {
      // At the third level even small tables are read so often that only the database does it.
      const asked = (either && !entity.small) || this.inside.depth + 1 === MOST_NESTED;
      if (asked) this.note({ type: 'null', live: true, serverOnly: true });
      return { checker: new Checker(this.state, entity.scope, this.nested(node, true)) };
    }
    return null;
  }

  /** Inside a call: what only the database answers stands in rows that it reads itself, not in those of a list at hand. */
  private nested(node: CallNode, entity: boolean): Inside {
    const asked = entity && node.name !== 'lookup';
    const within = { depth: this.inside.depth + 1, entity, outside: this.inside };
    return asked ? within : { ...within, perRowOf: node.name };
  }

  private isTooDeep(node: CallNode): boolean {
    if (this.inside.depth < MOST_NESTED) return false;
    const shown = printExpression(node);
    const place = `（从左数第 ${ordinalOf(this.state.root, node)} 个 ${node.name}）`;
    this.problem(
      `聚合最多互相套 ${MOST_NESTED} 层，“${shown}”${place}在第 ${this.inside.depth + 1} 层；请把里层改成字段先算好`,
    );
    return true;
  }
}

/** Which of the calls of its name a call is, in the order in which they are written, counted from 1. */
function ordinalOf(root: ExpressionNode, call: CallNode): number {
  const calls: ExpressionNode[] = [];
  const walk = (node: ExpressionNode): void => {
    if (node.kind === 'call' && node.name === call.name) calls.push(node);
    for (const child of nodePartsOf(node)) walk(child);
  };
  walk(root);
  return calls.indexOf(call) + 1;
}

function suggestion(nearest: string | undefined): string {
  return nearest === undefined ? '' : `，您是否想写“${nearest}”？`;
}

function isDuration(name: string): boolean {
  return isFunctionName(name) && DURATIONS.includes(name);
}

function isScalar(type: ValueType): boolean {
  return typeof type === 'string' && type !== 'duration' && !isOpaque(type);
}

/** Whether a value can be tested for null and handed to functions, and nothing else. */
function isOpaque(type: ValueType): boolean {
  return type === 'place' || type === 'object';
}

function accepted(node: ExpressionNode, type: ValueType, accepts: Exclude<Accepted, string>): boolean {
  if (type === 'null') return true;
  if (isListType(type)) return accepts.includes('list');
  return accepts.some((name) => name !== 'list' && fits(node, type, name));
}

function resultOf(definition: FunctionDefinition): Checked {
  const { result } = definition;
  const open: readonly unknown[] = ['same', 'last', 'setting', 'rows', 'list', 'moment', 'item'];
  return open.includes(result) ? undefined : (result as Checked);
}

/** What a date written as text is. */
function momentOf(node: ExpressionNode | undefined): ValueType {
  return node?.kind === 'literal' && typeof node.value === 'string' && node.value.length > 10 ? 'dateTime' : 'date';
}

function mixHint(left: ValueType, right: ValueType): string {
  const types = [left, right];
  if (types.includes('text') && types.includes('number')) return '；字典值请加引号，数值请去掉引号';
  if (types.includes('date') && types.includes('dateTime'))
    return '；请用 dateOf(…) 取日期，或用 today()、now() 中对应的一个';
  return '';
}

function arithmeticHint(operator: string, type: ValueType): string {
  if (operator === '+' && type === 'text') return '；连接文本请用 concat(…)';
  if (operator === '-' && (type === 'date' || type === 'dateTime')) return '；日期相减请用 daysBetween(…)';
  if (type === 'duration') return '；时长只能写在日期后面，如 deadline + days(3)';
  return '';
}
