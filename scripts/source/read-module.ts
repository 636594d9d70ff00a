import { parseSync } from 'vite';

/** One module named by another: by import, re-export, import type or import(). */
export interface ModuleReference {
  readonly specifier: string;
  /** First line is 1. */
  readonly line: number;
  /** True for `import()`, which loads only when it is reached. */
  readonly lazy: boolean;
  /** True where nothing but types is taken, so that nothing is loaded. */
  readonly typeOnly: boolean;
}

/** A name or a text that stands in the code. Comments are not among them. */
export interface Word {
  readonly text: string;
  readonly line: number;
  readonly kind: 'identifier' | 'text';
}

/** What a source file names. */
interface SourceModule {
  readonly references: readonly ModuleReference[];
  readonly words: readonly Word[];
  /** Message of the first syntax error; the rest of the file is unknown then. */
  readonly error: string | undefined;
}

type Node = Readonly<Record<string, unknown>> & { readonly type: string; readonly start: number };

/** Reads what a TypeScript or JavaScript file names. The parser is the one that Vite brings: TypeScript 7 has none to call. */
export function readModule(file: string, source: string): SourceModule {
  const parsed = parseSync(file, source);
  const references: ModuleReference[] = [];
  const words: Word[] = [];
  const lineOf = lineFinder(source);

  const refer = (node: Node, from: unknown, lazy: boolean, typeOnly: boolean) => {
    const specifier = isNode(from) ? literalText(from) : undefined;
    if (specifier !== undefined) references.push({ specifier, line: lineOf(node.start), lazy, typeOnly });
  };

  const visit = (value: unknown): void => {
    if (Array.isArray(value)) {
      for (const entry of value) visit(entry);
      return;
    }
    if (!isNode(value)) return;
    switch (value.type) {
      case 'ImportDeclaration':
        refer(value, value.source, false, value.importKind === 'type');
        break;
      case 'ExportAllDeclaration':
      case 'ExportNamedDeclaration':
        refer(value, value.source, false, value.exportKind === 'type');
        break;
      case 'ImportExpression':
        refer(value, value.source, true, false);
        break;
      case 'TSImportType':
        refer(value, value.source, false, true);
        break;
      case 'Identifier':
      case 'JSXIdentifier':
      case 'PrivateIdentifier':
        words.push({ text: String(value.name), line: lineOf(value.start), kind: 'identifier' });
        break;
      case 'Literal':
        if (typeof value.value === 'string') {
          words.push({ text: value.value, line: lineOf(value.start), kind: 'text' });
        }
        break;
      case 'TemplateElement':
        words.push({ text: templateText(value), line: lineOf(value.start), kind: 'text' });
        break;
      case 'JSXText':
        words.push({ text: String(value.value).trim(), line: lineOf(value.start), kind: 'text' });
        break;
    }
    for (const [key, child] of Object.entries(value)) {
      // A module's own name is a reference, not a text.
      if (key === 'source' && isNode(child) && literalText(child) !== undefined) continue;
      if (typeof child === 'object' && child !== null) visit(child);
    }
  };

  visit(parsed.program.body);
  return { references, words, error: parsed.errors[0]?.message };
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

function literalText(node: Node): string | undefined {
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value;
  // import(`./x.ts`)
  if (node.type === 'TemplateLiteral' && Array.isArray(node.quasis) && node.quasis.length === 1) {
    return isNode(node.quasis[0]) ? templateText(node.quasis[0]) : undefined;
  }
  return undefined;
}

function templateText(element: Node): string {
  const { value } = element;
  return typeof value === 'object' && value !== null && 'raw' in value ? String(value.raw) : '';
}

function lineFinder(source: string): (offset: number) => number {
  const starts = [0];
  for (let at = source.indexOf('\n'); at >= 0; at = source.indexOf('\n', at + 1)) starts.push(at + 1);
  return (offset) => {
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return low + 1;
  };
}
