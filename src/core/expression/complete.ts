import { entryOf } from './choices.ts';
import type { FunctionDefinition } from './functions/definition.ts';
import { FUNCTIONS, isFunctionName } from './functions.ts';
import type { BinaryOperator, MemberNode, NameNode } from './node.ts';
import { printExpression } from './print.ts';
import type { ExpressionScope, ScopeEntry } from './scope.ts';
import { WORD_OPERATORS } from './source.ts';
import { describeType, isRecordType } from './value-type.ts';

/** Something that may be written at an offset. */
export interface Completion {
  readonly kind: 'field' | 'function' | 'operator' | 'value' | 'constant' | 'entity' | 'dictionary' | 'setting';
  /** What is written. */
  readonly insert: string;
  /** Its key, or what it looks like in the language. */
  readonly key: string;
  /** What people call it; undefined where only the language does. */
  readonly title?: string;
  /** Type of a field's value, as messages say it. */
  readonly type?: string;
}

/** What may be written at an offset, in place of the word that is begun there. */
interface Completions {
  readonly from: number;
  readonly to: number;
  /** The word that is begun: `lev`, `风险`, empty where none is. */
  readonly word: string;
  readonly options: readonly Completion[];
}

/** The call around an offset. */
interface CallAround {
  readonly definition: FunctionDefinition;
  /** Which of its arguments the offset is in, from 0. */
  readonly argument: number;
}

/** A word of a source that may be unfinished and hold titles. */
interface Word {
  readonly kind: 'text' | 'name' | 'number' | 'sign';
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

/** A call that is open at an offset, with the words of its arguments so far. */
interface OpenCall {
  readonly name: string;
  readonly words: Word[];
  argument: number;
}

const WORDS =
  /(?<text>'(?:[^'\\]|\\.)*(?:'|$)|"(?:[^"\\]|\\.)*(?:"|$))|(?<name>[\p{L}_][\p{L}\p{N}_]*)|(?<number>[\d.]*\d)|(?<sign>==|!=|<=|>=|[^\s])/gu;

const COMPARING: readonly string[] = ['==', '!=', '=', '≠', 'in'];

const OPERATORS: readonly BinaryOperator[] = [
  '==',
  '!=',
  '<',
  '<=',
  '>',
  '>=',
  'in',
  'and',
  'or',
  '+',
  '-',
  '*',
  '/',
  '%',
];

const CONSTANTS: readonly string[] = ['true', 'false', 'null'];

function wordsIn(source: string): readonly Word[] {
  return [...source.matchAll(WORDS)].flatMap((found) => {
    const [kind, text] = Object.entries(found.groups ?? {}).find(([, value]) => value !== undefined) ?? [];
    if (kind === undefined || text === undefined) return [];
    return [{ kind: kind as Word['kind'], text, from: found.index, to: found.index + text.length }];
  });
}

/** The call whose name an offset is at, else the innermost around it; undefined where none is known. */
export function callAround(source: string, offset: number): CallAround | undefined {
  const named = wordsIn(source).find(({ kind, from, to }) => kind === 'name' && from <= offset && offset <= to);
  const isCalled = named !== undefined && /^\s*[(（]/.test(source.slice(named.to));
  if (isCalled && isFunctionName(named.text)) return { definition: FUNCTIONS[named.text], argument: 0 };
  const call = openCalls(wordsIn(source.slice(0, offset))).findLast(({ name }) => isFunctionName(name));
  return call === undefined || !isFunctionName(call.name)
    ? undefined
    : { definition: FUNCTIONS[call.name], argument: call.argument };
}

/** Brackets that are open behind the words, the outermost first; those of no call have no name. */
function openCalls(words: readonly Word[]): readonly OpenCall[] {
  const open: OpenCall[] = [];
  for (const [index, word] of words.entries()) {
    if (word.kind === 'sign' && '([（'.includes(word.text)) {
      const before = words[index - 1];
      const isCall = word.text !== '[' && before?.kind === 'name' && !WORD_OPERATORS.has(before.text);
      for (const call of open) call.words.push(word);
      open.push({ name: isCall ? before.text : '', words: [], argument: 0 });
      continue;
    }
    if (word.kind === 'sign' && ')]）'.includes(word.text)) open.pop();
    const innermost = open.at(-1);
    if (innermost !== undefined && word.kind === 'sign' && ',，'.includes(word.text)) innermost.argument += 1;
    for (const call of open) call.words.push(word);
  }
  return open;
}

/** The names that are read within open calls: those of the rows that they go through. */
function scopeWithin(scope: ExpressionScope, open: readonly OpenCall[]): ExpressionScope {
  return open.reduce((outer, { name, words, argument }) => {
    const parameter = isFunctionName(name) ? FUNCTIONS[name].parameters[argument] : undefined;
    return parameter?.perRow === true ? (rowsOf(outer, words) ?? outer) : outer;
  }, scope);
}

/** Rows that the first argument of a call names: a sub-table, an entity in quotes, or those that `latest` picks. */
function rowsOf(scope: ExpressionScope, [first, second, ...rest]: readonly Word[]): ExpressionScope | undefined {
  if (first === undefined) return undefined;
  if (first.kind === 'text') return scope.lookupEntity(first.text.slice(1, -1))?.scope;
  const isCall = second?.kind === 'sign' && '(（'.includes(second.text);
  return isCall ? rowsOf(scope, rest) : scope.rows(first.text);
}

/**
 * What may be written at an offset of a source, however unfinished it is. All that may stand there is given, whatever of
 * the word is written: whoever shows it chooses by keys, titles and their sounds.
 */
export function completionsAt(source: string, offset: number, scope: ExpressionScope): Completions {
  const words = wordsIn(source.slice(0, offset));
  const last = words.at(-1);
  const isOpenText = last?.kind === 'text' && (last.text.length < 2 || last.text.at(-1) !== last.text[0]);
  const isBegun = last !== undefined && last.to === offset && (last.kind === 'name' || isOpenText);
  const before = isBegun ? words.slice(0, -1) : words;
  const from = isBegun ? last.from : offset;
  const open = openCalls(before);
  const within = scopeWithin(scope, open);
  const options = optionsAt(before, open.at(-1), within, scope, isOpenText);
  const word = isBegun ? (isOpenText ? last.text.slice(1) : last.text) : '';
  // The quote that closes a text is written along.
  const to = isOpenText && source[offset] === last.text[0] ? offset + 1 : offset;
  return { from, to, word, options };
}

function optionsAt(
  before: readonly Word[],
  call: OpenCall | undefined,
  scope: ExpressionScope,
  record: ExpressionScope,
  isText: boolean,
): readonly Completion[] {
  const last = before.at(-1);
  const values = [...namedIn(call, record), ...comparedValues(before, scope)];
  if (isText) return values;
  if (last?.text === '.') return membersOf(before, scope);
  if (isOperand(last)) return OPERATORS.map((key) => ({ kind: 'operator', insert: `${key} `, key }));
  return [...values, ...namesIn(scope), ...functions(), ...constants()];
}

/** Whether a value stands there, behind which comes an operator. */
function isOperand(word: Word | undefined): boolean {
  if (word === undefined) return false;
  if (word.kind === 'sign') return ')]）'.includes(word.text);
  return !WORD_OPERATORS.has(word.text);
}

function functions(): readonly Completion[] {
  return Object.values(FUNCTIONS).map(({ name, signature }) => ({
    kind: 'function',
    insert: `${name}(`,
    key: signature,
  }));
}

function constants(): readonly Completion[] {
  return [...CONSTANTS, 'not'].map((key) => ({
    kind: key === 'not' ? 'operator' : 'constant',
    insert: key === 'not' ? 'not ' : key,
    key,
  }));
}

function namesIn(scope: ExpressionScope): readonly Completion[] {
  return fieldsOf(scope.candidates('names'), (key) => scope.resolve(key));
}

function fieldsOf(keys: readonly string[], entry: (key: string) => ScopeEntry | undefined): readonly Completion[] {
  return keys.flatMap((key): readonly Completion[] => {
    const found = entry(key);
    if (found === undefined) return [];
    const { title, type } = found;
    return [
      {
        kind: 'field',
        insert: key,
        key,
        ...(title === undefined ? {} : { title }),
        ...(isRecordType(type) ? {} : { type: describeType(type) }),
      },
    ];
  });
}

/** What stands behind a point: fields of the record that the path before it leads to. */
function membersOf(before: readonly Word[], scope: ExpressionScope): readonly Completion[] {
  const object = pathBefore(before.slice(0, -1));
  const entry = object === undefined ? undefined : entryOf(object, scope);
  const record = entry !== undefined && isRecordType(entry.type) ? entry.type.record : entry?.record;
  if (record === undefined) return [];
  return fieldsOf(scope.candidates({ record }), (key) => scope.member(record, key));
}

/** The path at the end of the words; undefined where there is none. */
function pathBefore(words: readonly Word[]): NameNode | MemberNode | undefined {
  const last = words.at(-1);
  if (last?.kind !== 'name' || WORD_OPERATORS.has(last.text)) return undefined;
  if (words.at(-2)?.text !== '.') return { kind: 'name', name: last.text };
  const object = pathBefore(words.slice(0, -2));
  return object === undefined ? undefined : { kind: 'member', object, key: last.text };
}

/** Keys that a call wants written out: of entities, dictionaries, settings, or words of its own. */
function namedIn(call: OpenCall | undefined, scope: ExpressionScope): readonly Completion[] {
  if (call === undefined || !isFunctionName(call.name)) return [];
  const { parameters } = FUNCTIONS[call.name];
  const parameter = parameters[Math.min(call.argument, parameters.length - 1)];
  switch (parameter?.accepts) {
    case 'entity':
      return texts('entity', scope.candidates('entities'), (key) => scope.lookupEntity(key)?.title);
    case 'dictionary':
      return texts('dictionary', scope.candidates('dictionaries'), () => undefined);
    case 'setting':
      return texts('setting', scope.candidates('settings'), () => undefined);
    default:
      return texts('value', parameter?.oneOf ?? [], () => undefined);
  }
}

/** Values of what is compared there with something that has choices: behind `==`, `!=` and in a list behind `in`. */
function comparedValues(before: readonly Word[], scope: ExpressionScope): readonly Completion[] {
  const operator = before.findLastIndex(({ text }) => COMPARING.includes(text));
  const between = before.slice(operator + 1);
  const isIn = before[operator]?.text === 'in';
  const isValue = between.every(({ kind, text }) => isIn && (kind === 'text' || '[,，'.includes(text)));
  if (operator < 1 || !isValue) return [];
  const path = pathBefore(before.slice(0, operator));
  const entry = path === undefined ? undefined : entryOf(path, scope);
  return texts('value', entry?.choices ?? [], (key) => entry?.choiceTitle?.(key));
}

function texts(
  kind: Completion['kind'],
  keys: readonly string[],
  titleOf: (key: string) => string | undefined,
): readonly Completion[] {
  return keys.map((key) => {
    const title = titleOf(key);
    const insert = printExpression({ kind: 'literal', value: key });
    return { kind, insert, key, ...(title === undefined ? {} : { title }) };
  });
}
