// A process that lints a folder of metadata once, as `npm run metadata -- lint` does: node lint-all.ts <folder>
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

enableCompileCache(join(import.meta.dirname, '../../../.cache/tools'));
const { loadFieldTypes } = await import('../../../server/metadata/field-types.ts');
const { checkWorld } = await import('../../../server/metadata/judge/check-world.ts');
const { readMetadataFiles } = await import('../../../server/metadata/metadata-files.ts');

await loadFieldTypes();
const { models } = checkWorld(readMetadataFiles(process.argv[2] ?? 'schemas'));
const { user, system } = process.cpuUsage();
console.log(JSON.stringify({ entities: models.size, ms: performance.now(), cpuMs: (user + system) / 1_000 }));
