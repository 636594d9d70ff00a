/** One thing wrong with a metadata file. All problems of a file are reported together. */
export interface Problem {
  /** Path of the file from the repository's root, or the name of an overlay. */
  readonly file: string;
  /** JSON pointer (RFC 6901) of the place; '' is the whole document. */
  readonly pointer: string;
  /** What is wrong and what was expected, a complete Chinese sentence. */
  readonly message: string;
  /** What to do about it, in Chinese. */
  readonly fix: string;
  /** An error refuses to publish; a warning does not. */
  readonly severity: 'error' | 'warning';
  /** Place in the text, counted from 1, where the text is at hand. */
  readonly line?: number;
  readonly column?: number;
}

/** What to do about an expression that cannot be read or checked. */
export const REWRITE_EXPRESSION = '改写这个表达式；能用的字段和函数在输入时有提示，函数可按“?”看例子';

/** JSON pointer of a path: `jsonPointer('record', 'properties', 'a/b')` is `/record/properties/a~1b`. */
export function jsonPointer(...path: readonly (string | number)[]): string {
  let pointer = '';
  for (const part of path) {
    // Almost no key has what must be written otherwise, and a file has tens of thousands of places.
    const isPlain = typeof part === 'number' || !(part.includes('~') || part.includes('/'));
    pointer += isPlain ? `/${part}` : `/${part.replaceAll('~', '~0').replaceAll('/', '~1')}`;
  }
  return pointer;
}

/** Collects problems of one file. */
export interface ProblemSink {
  readonly file: string;
  readonly problems: Problem[];
  error(path: readonly (string | number)[], message: string, fix: string): void;
  warning(path: readonly (string | number)[], message: string, fix: string): void;
}

/** An empty sink for the problems of `file`. */
export function createProblemSink(file: string): ProblemSink {
  const problems: Problem[] = [];
  const add =
    (severity: Problem['severity']) =>
    (path: readonly (string | number)[], message: string, fix: string): void => {
      problems.push({ file, pointer: jsonPointer(...path), message, fix, severity });
    };
  return { file, problems, error: add('error'), warning: add('warning') };
}

/** One problem as lines for a terminal: place, message, fix. */
export function formatProblem(problem: Problem): string {
  const line = problem.line === undefined ? '' : `:${problem.line}:${problem.column ?? 1}`;
  const label = problem.severity === 'error' ? '错误' : '警告';
  return `${label} ${problem.file}${line} ${problem.pointer || '/'}\n  ${problem.message}\n  修改：${problem.fix}`;
}

/** Whether any of the problems refuses to publish. */
export function hasErrors(problems: readonly Problem[]): boolean {
  return problems.some((problem) => problem.severity === 'error');
}
