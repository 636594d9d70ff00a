import { parseSync } from 'vite';

/** The fields of an interface or of a type written out, whose name is '' where it has none. */
export interface Shape {
  readonly name: string;
  /** First line is 1. */
  readonly line: number;
  readonly fields: ReadonlySet<string>;
}

/** A place that goes round the types of the wire. */
interface Bypass {
  readonly line: number;
  /** As the fault says it. */
  readonly what: string;
}

type Node = Readonly<Record<string, unknown>> & { readonly type: string; readonly start: number };

/** What sends a call without the client that knows what it answers. */
const SENDERS: ReadonlySet<string> = new Set(['fetch', 'axios', 'XMLHttpRequest', 'EventSource', 'sendBeacon']);

/** What gives an answer of the server, typed by `SystemAnswers`, `ServiceAnswers` or `OperationAnswers`. */
const TYPED: ReadonlySet<string> = new Set(['request', 'requestOperation', 'callOperation']);

/** All shapes that a file writes out. */
export function shapesIn(file: string, source: string): Shape[] {
  const found: Shape[] = [];
  walk(file, source, (node, line, above) => {
    if (node.type === 'TSInterfaceBody') found.push({ name: nameOf(above), line, fields: fieldsOf(node.body) });
    if (node.type === 'TSTypeLiteral') found.push({ name: nameOf(above), line, fields: fieldsOf(node.members) });
  });
  return found;
}

/** Calls of the client that go past `request`, and answers whose type is said where they are taken. */
export function bypassesIn(file: string, source: string): Bypass[] {
  const found: Bypass[] = [];
  walk(file, source, (node, line, above) => {
    if (node.type === 'Identifier' && SENDERS.has(String(node.name)) && isUsed(above, node)) {
      found.push({
        line,
        what: `用了 ${String(node.name)}，请改用 src/api/client.ts 的 request、requestOperation 或 requestFile`,
      });
    }
    if (node.type === 'TSAsExpression' || node.type === 'TSTypeAssertion') {
      const called = calledName(node.expression);
      if (called !== undefined && TYPED.has(called)) {
        found.push({ line, what: `给 ${called} 的应答另定了类型，请把应答的类型写进 src/core/wire` });
      }
    }
  });
  return found;
}

/** The name that a shape is declared under. */
function nameOf(above: Node | undefined): string {
  return above !== undefined && /^TS(Interface|TypeAlias)Declaration$/.test(above.type) ? identifier(above.id) : '';
}

function fieldsOf(members: unknown): ReadonlySet<string> {
  const nodes = Array.isArray(members) ? members.filter(isNode) : [];
  return new Set(
    nodes.flatMap((node) =>
      node.type === 'TSPropertySignature' && node.computed !== true ? [identifier(node.key)] : [],
    ),
  );
}

/** Whether an identifier stands for a value, and is neither a property's name nor a name of its own. */
function isUsed(above: Node | undefined, node: Node): boolean {
  if (above === undefined) return false;
  if (above.type === 'MemberExpression') return above.object === node || String(node.name) === 'sendBeacon';
  return above.type === 'CallExpression' || above.type === 'NewExpression';
}

/** The function whose answer an expression is, through `await`, brackets, `.then` and `.catch`. */
function calledName(expression: unknown): string | undefined {
  if (!isNode(expression)) return undefined;
  switch (expression.type) {
    case 'AwaitExpression':
      return calledName(expression.argument);
    case 'ParenthesizedExpression':
      return calledName(expression.expression);
    case 'CallExpression': {
      const { callee } = expression;
      if (!isNode(callee)) return undefined;
      return callee.type === 'MemberExpression' ? calledName(callee.object) : identifier(callee);
    }
    default:
      return undefined;
  }
}

function identifier(node: unknown): string {
  if (!isNode(node)) return '';
  return node.type === 'Literal' ? String(node.value) : String(node.name ?? '');
}

function walk(file: string, source: string, visit: (node: Node, line: number, above: Node | undefined) => void): void {
  const lineOf = (offset: number) => source.slice(0, offset).split('\n').length;
  const step = (value: unknown, above: Node | undefined): void => {
    if (Array.isArray(value)) {
      for (const entry of value) step(entry, above);
      return;
    }
    if (!isNode(value)) return;
    visit(value, lineOf(value.start), above);
    for (const child of Object.values(value)) if (typeof child === 'object' && child !== null) step(child, value);
  };
  step(parseSync(file, source).program.body, undefined);
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}
