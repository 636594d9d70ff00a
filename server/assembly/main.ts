import { loadConfig } from '../ground/config.ts';
import { ConfigError } from '../ground/config-error.ts';
import { createServerLog, type ServerLog } from '../ground/log.ts';
import { type RunningServer, runServer } from './run.ts';
import { watchRules } from './watch-rules.ts';

const started = performance.now();

function progress(line: string): void {
  console.log(`[${((performance.now() - started) / 1000).toFixed(1)}秒] ${line}`);
}

/** Seconds after which a stop that hangs is cut short. */
const stopWithin = 15;

/** Exit code that asks whoever started the server to start it anew (scripts/start.mjs). */
const AGAIN = 75;

let log: ServerLog | undefined;
try {
  const config = loadConfig(process.env);
  const opened = createServerLog(config.dataDir);
  log = opened;
  let server: RunningServer | undefined;
  let stopping = false;

  const stop = async (reason: string, code: number) => {
    if (stopping) return;
    stopping = true;
    progress(`${reason}，正在停止`);
    const cut = setTimeout(() => {
      console.error(`${stopWithin}秒内没有停完，强行结束。数据库会在下次启动时接管。`);
      process.exit(1);
    }, stopWithin * 1000);
    cut.unref();
    try {
      await server?.stop();
      progress('已停止');
    } catch (error) {
      opened.logger.error({ err: error }, '停止时出错');
      process.exitCode = 1;
    }
    await opened.close();
    process.exit(process.exitCode ?? code);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => void stop(`收到${signal}`, 0));
  }
  if (config.watchMetadata) watchRules(() => void stop('服务端规则已改动，需要重新启动', AGAIN));
  process.on('uncaughtException', (error) => {
    opened.logger.fatal({ err: error }, '未处理的异常');
    void stop('出现未处理的异常', 1);
  });
  process.on('unhandledRejection', (error) => {
    opened.logger.error({ err: error }, '未处理的拒绝');
  });

  server = await runServer(config, process.env, opened.logger, progress);
  // A signal that came while it was starting had no server to stop yet.
  if (stopping) await server.stop();
  else for (const line of server.greeting) console.log(line);
} catch (error) {
  const message = error instanceof Error ? error.message : String(error);
  console.error(error instanceof ConfigError ? message : `启动失败：${message}`);
  if (!(error instanceof ConfigError) && process.env.ANLAN_DEBUG) console.error(error);
  // A log that is cut off while it opens its file would put an error of its own behind the message.
  await log?.close();
  process.exit(1);
}
