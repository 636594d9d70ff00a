import { runServer } from '../../../server/assembly/run.ts';
import { loadConfig } from '../../../server/ground/config.ts';
import { createServerLog } from '../../../server/ground/log.ts';

/**
 * The product's server with a clock that its starter moves: it begins at `ANLAN_TEST_FROM` (ISO), and each message
 * `{ advance: minutes }` moves it on and is answered. Only stories start it; the product has no such clock.
 */
const from = Date.parse(process.env.ANLAN_TEST_FROM ?? '');
if (Number.isNaN(from) || process.send === undefined) throw new Error('此服务端只由浏览器测试启动');
let shift = from - Date.now();

const config = loadConfig(process.env);
const log = createServerLog(config.dataDir);
const clock = { now: () => new Date(Date.now() + shift) };
const server = await runServer(config, process.env, log.logger, (line) => console.log(line), clock);

process.on('message', (message: { readonly advance: number }) => {
  shift += message.advance * 60_000;
  process.send?.(clock.now().toISOString());
});

async function stop(): Promise<void> {
  await server.stop();
  await log.close();
  process.exit(0);
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop());
// A starter that has gone leaves nobody to stop it.
process.once('disconnect', () => void stop());
