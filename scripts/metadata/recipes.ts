import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { readShared } from '../../server/metadata/judge/shared-files.ts';
import { readMetadataFiles } from '../../server/metadata/metadata-files.ts';
import type { Entity, Example } from '../../src/core/dialect/entity.generated.ts';
import { resolveEntity } from '../../src/core/dialect/resolve/resolve-entity.ts';
import { escapeCell, replaceBetweenMarkers } from './generate-docs.ts';

const EXAMPLES = 'schemas/examples';
const PAGES = 'docs/dialect/recipes';
const GUIDE = 'docs/dialect.md';

interface ExampleIndex {
  readonly groups: readonly { readonly title: string; readonly examples: readonly string[] }[];
}

/** Recipes of the guide: a page for each example of the index, and the list of them. */
interface Recipes {
  /** Text of each page, by path from the root. What a person wrote below the generated part stays. */
  readonly pages: ReadonlyMap<string, string>;
  /** Markdown list of the pages, seen from the guide. */
  readonly list: string;
  /** Pages that stand for no example of the index. */
  readonly orphans: readonly string[];
}

/** Reads the examples of a checkout and makes their pages. Throws where the index names a file that does not exist. */
export function generateRecipes(root: string): Recipes {
  const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
  const { groups } = JSON.parse(read(`${EXAMPLES}/index.json`)) as ExampleIndex;
  const { named: shared } = readShared(readMetadataFiles(path.join(root, 'schemas')));
  const pages = new Map<string, string>();
  const list = groups.map(({ title, examples }) => {
    const lines = examples.map((name) => {
      const text = read(`${EXAMPLES}/${name}.entity.json`);
      const entity = resolveEntity(JSON.parse(text), name, shared).value as Entity;
      const page = `${PAGES}/${name}.md`;
      const before = existsSync(path.join(root, page)) ? read(page) : '<!-- begin recipe -->\n<!-- end recipe -->\n';
      pages.set(page, replaceBetweenMarkers(before, { recipe: recipe(name, entity, text) }));
      return `- [${entity.title}](${path.relative(path.dirname(GUIDE), page)}) \`${name}\`: ${entity.description ?? ''}`;
    });
    return `**${title}**\n\n${lines.join('\n')}`;
  });
  const orphans = markdownBelow(root, PAGES).filter((page) => !pages.has(page));
  return { pages, list: list.join('\n\n'), orphans };
}

function recipe(name: string, entity: Entity, text: string): string {
  const rows = (entity.examples ?? []).map(exampleRow);
  const outcomes = rows.length === 0 ? [] : [['| Example | Given | Gives |', '|---|---|---|', ...rows].join('\n')];
  return [
    `# ${entity.title}`,
    entity.description ?? '',
    ...outcomes,
    `\`${EXAMPLES}/${name}.entity.json\`:`,
    `\`\`\`json\n${text.trimEnd()}\n\`\`\``,
  ].join('\n\n');
}

/** What an example says: the record as entered, what is computed of it, and what is said against it. */
function exampleRow({ title, now, record, expect = {}, errors = {} }: Example): string {
  const given = [...(now === undefined ? [] : [`on ${now}`]), code(record)].join(', ');
  const said = Object.entries(errors).map(([field, message]) => `\`${field}\` ${message}`);
  const gives = [...(Object.keys(expect).length === 0 ? [] : [code(expect)]), ...said];
  return `| ${escapeCell(title)} | ${given} | ${gives.length === 0 ? 'no fault' : gives.map(escapeCell).join('; ')} |`;
}

const code = (value: unknown): string => `\`${escapeCell(JSON.stringify(value)).replaceAll('`', "'")}\``;

function markdownBelow(root: string, folder: string): string[] {
  if (!existsSync(path.join(root, folder))) return [];
  return readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `${folder}/${name.replaceAll(path.sep, '/')}`)
    .sort();
}
