import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import standaloneCode from 'ajv/dist/standalone/index.js';
import { fingerprint } from '../../server/ground/fingerprint.mjs';
import { type EntityValidators, takeValidators, validatorSchemas } from '../../src/core/dialect/parse-entity.ts';

/** What decides how an entity's form is judged. */
const MAKERS = ['schemas/meta/entity.schema.json', 'src/core/dialect', 'package-lock.json'];

const PREFIX = 'validators-';

/**
 * Judges the form of entities by the code that an earlier process has compiled of the meta-schema, or compiles and keeps
 * it: that takes longer than linting a file.
 * @param root the repository's folder.
 */
export function keepValidators(root: string): void {
  const folder = join(root, '.cache', 'tools');
  const file = join(folder, `${PREFIX}${fingerprint(root, MAKERS).slice(0, 16)}.cjs`);
  if (!existsSync(file)) write(folder, file, validatorCode());
  takeValidators(createRequire(import.meta.url)(file) as EntityValidators);
}

/** CommonJS with both validators. */
function validatorCode(): string {
  const { ajv, resolved, authored } = validatorSchemas(true);
  ajv.addSchema(resolved, 'resolved').addSchema(authored, 'authored');
  return standaloneCode(ajv, { resolved: 'resolved', authored: 'authored' });
}

function write(folder: string, file: string, code: string): void {
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(folder)) if (name.startsWith(PREFIX)) rmSync(join(folder, name), { force: true });
  // Whole or not at all: another process may read it at this moment.
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, code);
  renameSync(draft, file);
}
