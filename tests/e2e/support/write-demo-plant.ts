import { settleDemoPlant } from './demo-plant.ts';
import { startProductServer } from './product-server.ts';

/** `node tests/e2e/support/write-demo-plant.ts <folder>` writes the demo plant into an empty folder, for copies. */
const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('用法：node tests/e2e/support/write-demo-plant.ts <文件夹>');
// Other checks run meanwhile.
const server = await startProductServer({ dataDir: folder, filled: true, within: 300_000 });
await server.stop();
settleDemoPlant(folder);
