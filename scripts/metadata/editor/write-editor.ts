import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { applyEdits, modify, parse } from 'jsonc-parser';
import metaSchema from '../../../schemas/meta/entity.schema.json' with { type: 'json' };
import { checkWorld } from '../../../server/metadata/judge/check-world.ts';
import { readMetadataFiles } from '../../../server/metadata/metadata-files.ts';
import { watchFolders } from '../../../server/metadata/watch-folders.ts';
import { withPartialDefaults } from '../authored-schema.ts';
import { entitySchema } from './entity-schema.ts';
import type { Schema } from './only-names.ts';

/** Folder of the schemas for editors, from the root; nothing of it is kept in the repository. */
const FOLDER = '.cache/editor';
const SETTINGS = '.vscode/settings.json';

/** Schema by which an editor that knows the meta-schema's address finds that of the entity in front of it. */
const ENTRY = 'entities.schema.json';

/**
 * The schemas that an editor wants for the entities below `schemas`, by file name: one for each, the meta-schema for those
 * that are not there yet, and one that chooses by the word `entity`.
 */
export function editorSchemas(schemas: string): ReadonlyMap<string, Schema> {
  const files = readMetadataFiles(schemas).filter(({ kind }) => kind !== 'locale');
  const { world, parsed } = checkWorld(files, { texts: false, only: new Set() });
  const groups = Object.keys(parsed.roleGroups);
  const keys = [...world.entities.keys()];
  const entities = files.filter(({ kind }) => kind === 'entity');
  const people = new Map(entities.map(({ key, content }) => [key, namedPeople(content)]));
  const isOf = (schema: Schema): Schema => ({ properties: { entity: schema }, required: ['entity'] });
  const { $id: _, ...meta } = metaSchema;
  return new Map<string, Schema>([
    ...[...world.entities].map(([key, { entity, resolution }]): [string, Schema] => [
      fileOf(key),
      entitySchema(entity, world, {
        groups,
        people: people.get(key) ?? [],
        shares: resolution !== undefined,
      }),
    ]),
    ['new.schema.json', withPartialDefaults(meta) as Schema],
    [
      ENTRY,
      {
        $schema: metaSchema.$schema,
        allOf: [
          // biome-ignore lint/suspicious/noThenProperty: a word of JSON Schema.
          ...keys.map((key) => ({ if: isOf({ const: key }), then: { $ref: fileOf(key) } })),
          // biome-ignore lint/suspicious/noThenProperty: a word of JSON Schema.
          { if: isOf({ enum: keys }), then: true, else: { $ref: 'new.schema.json' } },
        ],
      },
    ],
  ]);
}

/** Lists of people that a file names; they are put in where they are named, so that the resolved entity has none. */
function namedPeople(content: string): readonly string[] {
  const { define = {} } = parse(content) as { readonly define?: object };
  return Object.entries(define).flatMap(([name, value]) => (Array.isArray(value) ? [name] : []));
}

const fileOf = (key: string): string => `${key}.schema.json`;

/**
 * The settings of an editor (VS Code and its kin) with the address of the meta-schema, which entity files name, standing
 * for the schemas of the entities; what else is set stays as it is written.
 */
export function withEditorSchemas(settings: string): string {
  const url = './schemas/meta/entity.schema.json';
  const before: unknown = parse(settings);
  const known: unknown =
    typeof before === 'object' && before !== null ? Reflect.get(before, 'json.schemas') : undefined;
  const list = (Array.isArray(known) ? known : []) as readonly { readonly url?: unknown }[];
  const own = {
    fileMatch: ['/schemas/areas/**/*.entity.json'],
    url,
    schema: { $ref: `../../${FOLDER}/${ENTRY}` },
  };
  const wanted = [...list.filter((entry) => entry.url !== url), own];
  if (JSON.stringify(wanted) === JSON.stringify(known)) return settings;
  const text = settings.trim() === '' ? '{}\n' : settings;
  return applyEdits(
    text,
    modify(text, ['json.schemas'], wanted, { formattingOptions: { tabSize: 2, insertSpaces: true } }),
  );
}

/** Writes both below `root`, as far as they changed. @returns how many files were written. */
function writeEditor(root: string): number {
  const folder = path.join(root, FOLDER);
  mkdirSync(folder, { recursive: true });
  const wanted = editorSchemas(path.join(root, 'schemas'));
  for (const name of readdirSync(folder)) if (!wanted.has(name)) rmSync(path.join(folder, name));
  let written = 0;
  const write = (file: string, text: string): void => {
    if (existsSync(file) && readFileSync(file, 'utf8') === text) return;
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
    written += 1;
  };
  for (const [name, schema] of wanted) write(path.join(folder, name), `${JSON.stringify(schema)}\n`);
  const settings = path.join(root, SETTINGS);
  write(settings, withEditorSchemas(existsSync(settings) ? readFileSync(settings, 'utf8') : ''));
  return written;
}

/** `types --editor [--watch]`: writes them, with `--watch` anew after each change until the process is ended. */
export async function run(root: string, watches: boolean): Promise<number> {
  const once = (): void => {
    const start = performance.now();
    const written = writeEditor(root);
    console.log(
      `已写入 ${FOLDER} 和 ${SETTINGS}：更新 ${written} 个文件，用时 ${Math.round(performance.now() - start)} 毫秒`,
    );
  };
  once();
  if (!watches) return 0;
  let timer: NodeJS.Timeout | undefined;
  const stop = watchFolders(path.join(root, 'schemas'), () => {
    clearTimeout(timer);
    timer = setTimeout(once, 120);
  });
  await new Promise((resolve) => process.once('SIGINT', resolve));
  clearTimeout(timer);
  stop();
  return 0;
}
