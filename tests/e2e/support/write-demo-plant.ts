import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { settleDemoPlant } from './demo-plant.ts';
import { inDatabase } from './plant-database.ts';
import { startProductServer } from './product-server.ts';

/** How often the database is looked at, and for how long it must have been idle, in ms. */
const [LOOK, IDLE] = [100, 4_000];
const PATIENCE = 120_000;

/** Waits until nothing is asked of a database any more. */
async function untilIdle(client: pg.Client): Promise<void> {
  const deadline = Date.now() + PATIENCE;
  for (let idle = 0; idle < IDLE; idle += LOOK) {
    if (Date.now() > deadline) throw new Error('数据库没有停下来');
    const { rows } = await client.query(
      "select 1 from pg_stat_activity where state <> 'idle' and backend_type = 'client backend' and pid <> pg_backend_pid()",
    );
    if (rows.length > 0) idle = 0;
    await sleep(LOOK);
  }
}

/** `node tests/e2e/support/write-demo-plant.ts <folder>` writes the demo plant into an empty folder, for copies. */
const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('用法：node tests/e2e/support/write-demo-plant.ts <文件夹>');
// Other checks run meanwhile.
const server = await startProductServer({ dataDir: folder, filled: true, within: 300_000 });
// What a first start closes, counts and notes behind its plant each copy would do again beside its stories.
await inDatabase(folder, untilIdle);
await server.stop();
settleDemoPlant(folder);
