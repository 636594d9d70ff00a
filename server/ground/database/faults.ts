import pg from 'pg';

/** SQLSTATE of a database error; '' for other errors. */
export function sqlState(error: unknown): string {
  return error instanceof pg.DatabaseError ? (error.code ?? '') : '';
}

/** What the driver says, in words alone, when a connection is not to be had or does not answer. */
const lost =
  /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client (has encountered a connection error|was closed)|Cannot use a pool after|server closed the connection)/i;

/** What the system says of a socket that nobody listens at, or that broke. */
const socketCodes: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ENOENT',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EAGAIN',
]);

/**
 * Whether the session of a statement is gone, or nobody knows what it does: it must not be used again, and whether a
 * commit was made is open. Classes 57P (shut down, starting up) and 08, idle transactions that were ended, broken
 * sockets, and statements without an answer.
 */
export function isConnectionFault(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return /^(57P|08)/.test(error.code ?? '') || error.code === '25P03';
  if (!(error instanceof Error)) return false;
  const { code, syscall } = error as NodeJS.ErrnoException;
  // A file that is missing has the code of a socket that is missing, an upload that broke off that of a broken socket.
  const calls = code === 'ENOENT' ? ['connect'] : ['connect', 'read', 'write', 'getaddrinfo'];
  const socket = socketCodes.has(code ?? '') && (code === 'ECONNREFUSED' || calls.includes(syscall ?? ''));
  return socket || lost.test(error.message);
}

/** Whether the database is there and refuses for now: too many sessions, a statement over its time, a lock not had. */
function isBusy(error: unknown): boolean {
  return ['53300', '57014', '55P03', '40P01', '40001'].includes(sqlState(error));
}

const overdue = new WeakMap<object, string>();
/** Most characters of a statement in a log: those that tell which it is. */
const STATEMENT_SHOWN = 400;

/** Remembers which statement passed its time; the values are not in its text. */
export function noteOverdue(error: unknown, text: string): void {
  const isOverdue = sqlState(error) === '57014' || (error instanceof Error && error.message === 'Query read timeout');
  if (isOverdue) overdue.set(error as Error, text.replaceAll(/\s+/g, ' ').trim().slice(0, STATEMENT_SHOWN));
}

/** The beginning of the statement that passed its time; undefined for other errors. */
export function overdueStatement(error: unknown): string | undefined {
  return typeof error === 'object' && error !== null ? overdue.get(error) : undefined;
}

/** Whether a text that the call brought cannot be a text of the database: it holds a zero. What is checked says so before. */
export function isUnreadableText(error: unknown): boolean {
  return sqlState(error) === '22021';
}

/** What a fault of the database is for who asked; undefined where it is a fault of what was asked. */
export function databaseFault(error: unknown): 'databaseAway' | 'databaseBusy' | undefined {
  if (isConnectionFault(error)) return 'databaseAway';
  return isBusy(error) ? 'databaseBusy' : undefined;
}
