// A process that lints a folder of metadata once, as `npm run metadata -- lint` does:
// node lint-apart.ts <folder> [entity], the entity where its file alone is linted.
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

enableCompileCache(join(import.meta.dirname, '../../../.cache/tools'));
const { loadFieldTypes } = await import('../../../server/metadata/field-types.ts');
const { checkWorld } = await import('../../../server/metadata/judge/check-world.ts');
const { readMetadataFiles } = await import('../../../server/metadata/metadata-files.ts');
const { withKeptReadings } = await import('../../../scripts/metadata/kept-readings.ts');

await loadFieldTypes();
const [folder = 'schemas', entity] = process.argv.slice(2);
const files = readMetadataFiles(folder);
const { models } = await withKeptReadings(join(import.meta.dirname, '../../..'), async () =>
  entity === undefined
    ? checkWorld(files)
    : checkWorld(
        files.filter(({ kind }) => kind !== 'locale'),
        { only: new Set([entity]), texts: false },
      ),
);
const { user, system } = process.cpuUsage();
console.log(JSON.stringify({ entities: models.size, ms: performance.now(), cpuMs: (user + system) / 1_000 }));
