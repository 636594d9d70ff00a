import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { LoadOptions, LoadResult } from './load-client.ts';

const run = promisify(execFile);

/** Runs the load client in a process of its own. Throws when an answer was not 200. */
export async function load(options: LoadOptions): Promise<LoadResult> {
  const client = join(import.meta.dirname, 'load-client.ts');
  const { stdout } = await run(process.execPath, [client, JSON.stringify(options)]);
  const result = JSON.parse(stdout) as LoadResult;
  if (result.failures > 0) throw new Error(`${result.answers} 次调用中有 ${result.failures} 次失败`);
  return result;
}
