// Makes the texts of traditional Chinese for whoever needs them: the build, the tests, a server that was never built.
import { loadFieldTypes } from '../../server/metadata/field-types.ts';
import { root } from '../metadata/report.ts';
import { noteTraditional } from './ensure-traditional.mjs';
import { writeTraditional } from './traditional-files.ts';

await loadFieldTypes();
noteTraditional(root, (await writeTraditional(root)).files);
