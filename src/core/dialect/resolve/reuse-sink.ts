import type { Problem } from '../problem.ts';
import type { Origin } from './sourced.ts';

/** Collects what is wrong with shared parts, each where it was written. */
export interface ReuseSink {
  readonly problems: Problem[];
  error(at: Origin, message: string, fix: string): void;
  warning(at: Origin, message: string, fix: string): void;
}

/** An empty sink. */
export function createReuseSink(): ReuseSink {
  const problems: Problem[] = [];
  const add =
    (severity: Problem['severity']) =>
    ({ file, pointer }: Origin, message: string, fix: string): void => {
      problems.push({ file, pointer, message, fix, severity });
    };
  return { problems, error: add('error'), warning: add('warning') };
}
