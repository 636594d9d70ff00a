import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseSync } from 'vite';
import { ERRORS } from '../../src/core/errors/catalogue.ts';
import type { Language } from '../../src/core/text/language.ts';
import { sourceFiles } from '../source/source-files.ts';

/** Chinese texts by id: those of one file of translations. */
type TextTable = ReadonlyMap<string, string>;

/** Texts of the code by their file of translations, `src/locales/{language}/runtime.json`. */
export type CodeTexts = ReadonlyMap<string, TextTable>;

type Node = Readonly<Record<string, unknown>> & { readonly type: string };

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string';

/** Chinese texts that a source file says: `say('…')`, and the values of `spoken({ … })`. */
export function saidTexts(file: string, source: string): readonly string[] {
  const found: string[] = [];
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) {
      for (const entry of value) visit(entry);
      return;
    }
    if (!isNode(value)) return;
    const callee = value.type === 'CallExpression' && isNode(value.callee) ? value.callee.name : undefined;
    const [first] = Array.isArray(value.arguments) ? (value.arguments as readonly Node[]) : [];
    if (callee === 'say' && first?.type === 'Literal' && typeof first.value === 'string') found.push(first.value);
    if (callee === 'spoken' && first?.type === 'ObjectExpression') {
      for (const { value: text } of first.properties as readonly { readonly value?: Node }[]) {
        if (typeof text?.value === 'string') found.push(text.value);
      }
    }
    for (const child of Object.values(value)) if (typeof child === 'object' && child !== null) visit(child);
  };
  visit(parseSync(file, source).program.body);
  return found;
}

/** What the tables of texts tell of themselves; loaded by its path: tools do not depend on the interface. */
const loadTables = (root: string) =>
  import(pathToFileURL(path.join(root, 'src/ui/text/define-texts.ts')).href) as Promise<{
    textTables(): ReadonlyMap<string, Readonly<Record<string, string>>>;
    languageOfIds(name: string): Language | undefined;
  }>;

/** Whether the ids of a table of `readCodeTexts` are its texts in a language, which then has no file. */
export async function readWordedIds(root: string): Promise<(pattern: string, language: Language) => boolean> {
  const { languageOfIds } = await loadTables(root);
  return (pattern, language) => languageOfIds(path.basename(pattern, '.json')) === language;
}

/** Every text of the shipped code that people read, as it is written in Chinese. */
export async function readCodeTexts(root: string): Promise<CodeTexts> {
  const isTest = (file: string): boolean => /\.test\.tsx?$|(?:^|\/)fixtures\.ts$/.test(file);
  const files = sourceFiles(root, ['src', 'designer', 'server']).filter((file) => !isTest(file));
  const client = new Set<string>(
    Object.values(ERRORS)
      .map(({ message }) => message)
      .filter((text) => /\p{Script=Han}/u.test(text)),
  );
  const server = new Set<string>();
  for (const file of files) {
    const source = readFileSync(path.join(root, file), 'utf8');
    if (/\bdefineTexts\(\s*'/.test(source)) await import(pathToFileURL(path.join(root, file)).href);
    if (!/from '[^']*\/say\.ts'/.test(source) && !file.endsWith('/say.ts')) continue;
    for (const text of saidTexts(file, source)) (file.startsWith('server/') ? server : client).add(text);
  }
  const tables = new Map<string, TextTable>();
  const defined = await loadTables(root);
  for (const [name, texts] of defined.textTables()) {
    tables.set(`src/locales/{language}/${name}.json`, new Map(Object.entries(texts)));
  }
  const bySelf = (texts: Iterable<string>): TextTable => new Map([...texts].sort().map((text) => [text, text]));
  tables.set('src/locales/{language}/messages.json', bySelf(client));
  tables.set('server/ground/language/locales/{language}.json', bySelf([...server].filter((text) => !client.has(text))));
  return tables;
}
