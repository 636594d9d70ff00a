// Loads what a server loads and ends: the stripped modules are kept for it. A process that strips types itself holds the
// compiler that does so for as long as it lives.
import { loadFieldTypes } from '../server/metadata/field-types.ts';
import '../server/assembly/run.ts';
import '../mocks/demo-plant/dangers.ts';
import '../mocks/demo-plant/seed.ts';
import '../mocks/demo-plant/tickets.ts';

await loadFieldTypes();
