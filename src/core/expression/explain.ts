import { checkExpression } from './check.ts';
import { entryOf } from './choices.ts';
import { entityRead, FUNCTIONS, isFunctionName } from './functions.ts';
import type { BinaryNode, CallNode, ExpressionNode, MemberNode, NameNode } from './node.ts';
import type { ExpressionScope } from './scope.ts';
import { isRecordType, type ValueType } from './value-type.ts';

/**
 * Gives a piece of a sentence in the reader's language by its id, with `{name}` filled in; undefined where there is none
 * of that id. Ids are `and`, `is`, `call.sum`, `record.old`, `me.deptId` and so on.
 */
export type Phrases = (id: string, parameters?: Readonly<Record<string, string>>) => string | undefined;

/** What a function's arguments are called in its phrase, in their order. */
const ARGUMENTS = ['a', 'b', 'c', 'd'] as const;

/** Phrases of comparisons: of days and moments, and of all else. */
const ORDER: Readonly<Record<string, readonly [string, string]>> = {
  '<': ['before', 'less'],
  '<=': ['notAfter', 'atMost'],
  '>': ['after', 'more'],
  '>=': ['notBefore', 'atLeast'],
};

const ARITHMETIC: Readonly<Record<string, string>> = {
  '+': 'plus',
  '-': 'minus',
  '*': 'times',
  '/': 'over',
  '%': 'rest',
};

/**
 * An expression as people would say it: `“风险等级”是“重大”，并且“整改期限”早于今天`. Names and values stand with their
 * titles where `scope` knows them.
 */
export function explainExpression(node: ExpressionNode, scope: ExpressionScope, phrases: Phrases): string {
  return new Teller(scope, phrases).tell(node);
}

class Teller {
  private readonly scope: ExpressionScope;
  private readonly phrases: Phrases;
  /** Whether rows are gone through: `parent` is the record then. */
  private readonly isInside: boolean;

  constructor(scope: ExpressionScope, phrases: Phrases, isInside = false) {
    this.scope = scope;
    this.phrases = phrases;
    this.isInside = isInside;
  }

  tell(node: ExpressionNode): string {
    switch (node.kind) {
      case 'literal':
        return this.literal(node.value);
      case 'name':
      case 'member':
        return this.path(node);
      case 'unary':
        return node.operator === 'not'
          ? this.denied(node.operand)
          : this.say('negative', { a: this.operand(node.operand) });
      case 'binary':
        return this.binary(node);
      case 'conditional':
        return this.say('if', {
          test: this.holds(node.test),
          a: this.tell(node.whenTrue),
          b: this.tell(node.whenFalse),
        });
      case 'list':
        return node.items.length === 0 ? this.say('list.none') : this.joined(node.items);
      case 'call':
        return this.call(node);
    }
  }

  private say(id: string, parameters?: Readonly<Record<string, string>>): string {
    return this.phrases(id, parameters) ?? Object.values(parameters ?? {}).join(' ');
  }

  private quoted(text: string): string {
    return this.say('quoted', { text });
  }

  private literal(value: string | number | boolean | null): string {
    if (typeof value === 'string') return this.quoted(value);
    return typeof value === 'number' ? String(value) : this.say(String(value));
  }

  private joined(nodes: readonly ExpressionNode[], field?: ExpressionNode): string {
    return nodes.map((node) => this.value(node, field)).join(this.say('list.between'));
  }

  private path(node: NameNode | MemberNode): string {
    const entry = entryOf(node, this.scope);
    const key = node.kind === 'name' ? node.name : node.key;
    if (node.kind === 'name') {
      const isRecord = entry !== undefined && isRecordType(entry.type);
      return isRecord ? this.record(key) : this.quoted(entry?.title ?? key);
    }
    const ofMe = node.object.kind === 'name' && node.object.name === 'me' ? this.phrases(`me.${key}`) : undefined;
    return this.say('of', { record: this.path(node.object), field: ofMe ?? this.quoted(entry?.title ?? key) });
  }

  private record(key: string): string {
    return this.phrases(`record.${this.isInside && key === 'parent' ? 'outer' : key}`) ?? key;
  }

  private typeOf(node: ExpressionNode): ValueType {
    return checkExpression(node, this.scope).type;
  }

  /** Something that holds or not: a field of yes and no is said whole. */
  private holds(node: ExpressionNode): string {
    const isBare = node.kind === 'name' || node.kind === 'member';
    return isBare && this.typeOf(node) === 'boolean' ? this.say('yes', { a: this.path(node) }) : this.tell(node);
  }

  private denied(node: ExpressionNode): string {
    const isBare = node.kind === 'name' || node.kind === 'member';
    if (isBare && this.typeOf(node) === 'boolean') return this.say('no', { a: this.path(node) });
    if (node.kind === 'binary' && node.operator === 'in') return this.membership(node, 'not');
    return this.say('not', { a: this.say('group', { a: this.holds(node) }) });
  }

  private binary(node: BinaryNode): string {
    const { operator, left, right } = node;
    switch (operator) {
      case 'and':
      case 'or':
        return this.say(operator, { a: this.side(left, operator), b: this.side(right, operator) });
      case '==':
      case '!=':
        return this.equality(node);
      case 'in':
        return this.membership(node, '');
      case '+':
      case '-':
      case '*':
      case '/':
      case '%':
        return this.arithmetic(node);
      default: {
        const isTime = [left, right].some((side) => ['date', 'dateTime', 'time'].includes(String(this.typeOf(side))));
        const [ofTime = '', other = ''] = ORDER[operator] ?? [];
        return this.say(isTime ? ofTime : other, { a: this.operand(left), b: this.operand(right) });
      }
    }
  }

  /** One side of `and` or `or`, in brackets where it is the other of both. */
  private side(node: ExpressionNode, operator: 'and' | 'or'): string {
    const isOther =
      node.kind === 'binary' && (node.operator === 'and' || node.operator === 'or') && node.operator !== operator;
    const said = this.holds(node);
    return isOther || node.kind === 'conditional' ? this.say('group', { a: said }) : said;
  }

  private equality({ operator, left, right }: BinaryNode): string {
    const is = operator === '==';
    for (const [value, other] of [
      [right, left],
      [left, right],
    ] as const) {
      if (value.kind !== 'literal') continue;
      const a = this.operand(other);
      if (value.value === null) return this.say(is ? 'isEmpty' : 'isFilled', { a });
      if (typeof value.value === 'boolean') return this.say(value.value === is ? 'yes' : 'no', { a });
      const equal = typeof value.value === 'number' ? ['equal', 'unequal'] : ['is', 'isNot'];
      return this.say(equal[is ? 0 : 1] ?? '', { a, b: this.value(value, other) });
    }
    return this.say(is ? 'equal' : 'unequal', { a: this.operand(left), b: this.operand(right) });
  }

  private membership({ left, right }: BinaryNode, not: '' | 'not'): string {
    const a = this.operand(left);
    if (right.kind === 'list')
      return this.say(not === '' ? 'among' : 'notAmong', { a, b: this.joined(right.items, left) });
    return this.say(not === '' ? 'within' : 'notWithin', { a, b: this.operand(right) });
  }

  private arithmetic({ operator, left, right }: BinaryNode): string {
    const a = this.operand(left);
    const b = this.operand(right);
    if (this.typeOf(right) === 'duration') return this.say(operator === '+' ? 'later' : 'earlier', { a, b });
    return this.say(ARITHMETIC[operator] ?? '', { a, b });
  }

  /** A part of a calculation or comparison, in brackets where it is made of parts itself. */
  private operand(node: ExpressionNode): string {
    const said = this.tell(node);
    const isMade = node.kind === 'conditional' || (node.kind === 'binary' && this.typeOf(node.right) !== 'duration');
    return isMade ? this.say('group', { a: said }) : said;
  }

  /** A value beside what it is compared with, by the title of the choice. */
  private value(node: ExpressionNode, field: ExpressionNode | undefined): string {
    const entry = field?.kind === 'name' || field?.kind === 'member' ? entryOf(field, this.scope) : undefined;
    const title = node.kind === 'literal' ? entry?.choiceTitle?.(String(node.value)) : undefined;
    return title === undefined ? this.operand(node) : this.quoted(title);
  }

  private call(node: CallNode): string {
    const { name, arguments: given } = node;
    if (!isFunctionName(name)) return this.unknownCall(node);
    const { parameters } = FUNCTIONS[name];
    const rows = this.rowsOf(node);
    const inner = rows === undefined ? this : new Teller(rows, this.phrases, true);
    const last = parameters.length - 1;
    const condition =
      parameters[last]?.name === '条件' && parameters[last]?.optional === true ? given[last] : undefined;
    const said = given.map((argument, index) => {
      if (index === 0 && rows !== undefined) return this.rows(node, condition, inner);
      const parameter = parameters[Math.min(index, last)];
      if (parameter?.perRow === true) return inner.holds(argument);
      return index === 0 ? this.operand(argument) : this.value(argument, given[0]);
    });
    const all = said.join(this.say('list.between'));
    const values = Object.fromEntries(ARGUMENTS.map((letter, index) => [letter, said[index] ?? '']));
    const short =
      said.length < parameters.length ? this.phrases(`call.${name}.${said.length}`, { ...values, all }) : undefined;
    return short ?? this.phrases(`call.${name}`, { ...values, all }) ?? this.unknownCall(node);
  }

  private unknownCall({ name, arguments: given }: CallNode): string {
    return `${name}(${given.map((argument) => this.tell(argument)).join(', ')})`;
  }

  /** What the rows of a call are: `“危化品”的各行`, with the condition by which they are chosen. */
  private rows(node: CallNode, condition: ExpressionNode | undefined, inner: Teller): string {
    const [first] = node.arguments;
    const entity = entityRead(node);
    const title = entity === undefined ? undefined : this.scope.lookupEntity(entity)?.title;
    const rows = entity !== undefined ? this.quoted(title ?? entity) : first === undefined ? '' : this.tell(first);
    if (condition === undefined) return rows;
    return this.say('rows.where', { a: rows, b: inner.holds(condition) });
  }

  /** The names within the rows that a call goes through; undefined where it goes through none. */
  private rowsOf({ name, arguments: given, kind }: CallNode): ExpressionScope | undefined {
    const [first] = given;
    const accepts = isFunctionName(name) ? FUNCTIONS[name].parameters[0]?.accepts : undefined;
    if (first === undefined || (accepts !== 'rows' && accepts !== 'entity')) return undefined;
    const entity = entityRead({ kind, name, arguments: given });
    if (entity !== undefined) return this.scope.lookupEntity(entity)?.scope;
    if (first.kind === 'call') return this.rowsOf(first);
    return first.kind === 'name' ? this.scope.rows(first.name) : undefined;
  }
}
