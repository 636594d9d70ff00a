import { readFile } from 'node:fs/promises';
import { compile } from 'json-schema-to-typescript';

const banner = (source: string) => `/* Generated from ${source} by \`npm run metadata -- types\`. Do not edit. */`;

/** Drops what stands beside a `$ref`, so that one definition gives one type instead of a numbered copy for each use. */
function bareReferences(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(bareReferences);
  if (node === null || typeof node !== 'object') return node;
  const entries = Object.entries(node);
  const reference = entries.find(([key]) => key === '$ref');
  if (reference) return { $ref: reference[1] };
  // Without a type the generator would say "any object" where any value at all is meant.
  if (entries.length === 1 && typeof entries[0]?.[1] === 'string' && entries[0][0] === 'description') {
    return { description: entries[0][1], tsType: 'unknown' };
  }
  if (isOpenObject(entries)) return { ...node, tsType: 'Record<string, unknown>' };
  return Object.fromEntries(entries.map(([key, value]) => [key, bareReferences(value)]));
}

/** An object of which nothing is said: a record of an example, options of a foreign field type. */
function isOpenObject(entries: readonly [string, unknown][]): boolean {
  const keys = entries.map(([key]) => key);
  return (
    entries.some(([key, value]) => key === 'type' && value === 'object') &&
    keys.every((key) => key === 'type' || key === 'description')
  );
}

/** TypeScript types of a meta-schema file, named by its `title` and `$defs`. */
export async function generateMetaTypes(file: string): Promise<string> {
  const schema = bareReferences(JSON.parse(await readFile(file, 'utf8'))) as { title: string };
  return compile(schema as Parameters<typeof compile>[0], schema.title, {
    bannerComment: banner(file),
    additionalProperties: false,
    ignoreMinAndMaxItems: true,
    style: { singleQuote: true, printWidth: 120 },
  });
}
