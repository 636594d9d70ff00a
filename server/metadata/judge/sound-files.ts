import { createHash } from 'node:crypto';
import path from 'node:path';
import type { Database } from '../../ground/database/database.ts';
import { fingerprint } from '../../ground/fingerprint.mjs';
import { EVERY_TENANT } from '../metadata-tables.ts';
import type { MetadataText } from './read-once.ts';

const ROOT = path.join(import.meta.dirname, '../../..');

/** What decides whether files are sound, besides themselves: another program, or another way to import it, judges anew. */
const JUDGES = [
  'src/core',
  'src/compile',
  'src/field-types',
  'src/page-kinds',
  'server/metadata',
  'server/areas',
  'extensions',
  'schemas/meta',
  'package-lock.json',
];

/** The program as it was loaded: what lies there later, while it runs, has judged nothing yet. */
const PROGRAM = `${process.version} ${fingerprint(ROOT, JUDGES)}`;

/** Names files as they are, judged by this program with these values of settings. */
export function soundName(
  files: readonly MetadataText[],
  settings: ReadonlyMap<string, string | number | boolean>,
): string {
  const hash = createHash('sha256').update(`${PROGRAM}\n`);
  for (const { kind, area, key, hash: content } of files) hash.update(`${kind} ${area}/${key} ${content}\n`);
  return hash.update(JSON.stringify([...settings])).digest('base64');
}

/** Whether the files of this name serve and were found without any error when they came. */
export async function areKnownSound(database: Database, name: string): Promise<boolean> {
  const known = await database.withTenant(EVERY_TENANT, (connection) =>
    connection.query('select 1 from platform."metadataSound" where name = $1', [name]),
  );
  return known.length > 0;
}

/** Notes that what serves now is sound; of what served before nothing is kept. */
export async function noteSound(database: Database, name: string): Promise<void> {
  await database.transaction(EVERY_TENANT, (connection) =>
    connection.execute(
      `with gone as (delete from platform."metadataSound" where name <> $1)
       insert into platform."metadataSound" (name) values ($1) on conflict (name) do nothing`,
      [name],
    ),
  );
}
