import { existsSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type Logger, multistream, pino } from 'pino';

/** A logger that must be closed, so that its last lines reach the file. */
export interface ServerLog {
  readonly logger: Logger;
  /** The file, one JSON object a line; older ones beside it as `.1` (newest) to `.5`. */
  readonly file: string;
  close(): Promise<void>;
}

const largestFile = 20 * 1024 * 1024;
const oldFiles = 5;

/**
 * Logs everything from `level` (default info) to `<dataDir>/logs/anlan.log`, warnings and errors to the standard
 * output too. Lines hold neither bodies nor query strings nor headers, so no password or token can get into them.
 */
export function createServerLog(dataDir: string, level: 'debug' | 'info' | 'warn' = 'info', console = true): ServerLog {
  const folder = join(dataDir, 'logs');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, 'anlan.log');
  if (existsSync(file) && statSync(file).size > largestFile) rotate(file);
  const destination = pino.destination({ dest: file, sync: false, mode: 0o600 });
  const streams = [
    { level, stream: destination },
    ...(console ? [{ level: 'warn' as const, stream: process.stdout }] : []),
  ];
  const logger = pino({ level, base: null, serializers: logSerializers }, multistream(streams));
  const timer = setInterval(() => {
    if (!existsSync(file) || statSync(file).size <= largestFile) return;
    rotate(file);
    destination.reopen();
  }, 60_000);
  timer.unref();
  return {
    logger,
    file,
    close: () =>
      new Promise((resolve) => {
        clearInterval(timer);
        destination.once('close', resolve);
        destination.end();
      }),
  };
}

/** What a line tells of a request, an answer and an error. */
const logSerializers = {
  req: (request: { method: string; url: string; ip: string }) => ({
    method: request.method,
    // A query may hold passwords, tokens and names of people.
    path: request.url.split(/[?#;]/, 1)[0],
    ip: request.ip,
  }),
  res: (reply: { statusCode: number }) => ({ statusCode: reply.statusCode }),
  // PostgreSQL's `detail` and `where` quote rows and parameters; they are left out.
  err: errorLine,
};

function errorLine(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { type: typeof error };
  const { code, constraint, table, column, routine } = error as Error & Record<string, unknown>;
  return {
    type: error.name,
    message: error.message,
    stack: error.stack,
    code,
    constraint,
    table,
    column,
    routine,
    cause: error.cause === undefined ? undefined : errorLine(error.cause),
  };
}

function rotate(file: string): void {
  for (let age = oldFiles - 1; age >= 1; age -= 1) {
    if (existsSync(`${file}.${age}`)) renameSync(`${file}.${age}`, `${file}.${age + 1}`);
  }
  renameSync(file, `${file}.1`);
}
