import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A rule about single files of the client. */
export interface ClientRule {
  /** What the check is called: `颜色检查`. */
  readonly name: string;
  /** Where code of the client is looked through. Default `src`; the designer stands beside it. */
  readonly folders?: readonly string[];
  /** Whether the rule is about a file, by its path from the root. */
  isJudged(file: string): boolean;
  /** What is wrong in a file's text. */
  faultsIn(file: string, text: string): readonly { readonly line: number; readonly message: string }[];
}

/** All faults of a checkout's client against a rule, a line each, in order of files and lines. */
export function clientFaults(root: string, { folders = ['src'], isJudged, faultsIn }: ClientRule): string[] {
  return folders
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map(
        (file) => `${folder}/${file.replaceAll('\\', '/')}`,
      ),
    )
    .filter(isJudged)
    .sort()
    .flatMap((file) =>
      faultsIn(file, readFileSync(join(root, file), 'utf8')).map(({ line, message }) => `${file}:${line} ${message}`),
    );
}

/** Prints the faults of a checkout, the working one by default; the process ends with 1 where there are any. */
export function runClientRule(rule: ClientRule, root = join(import.meta.dirname, '..', '..')): void {
  const faults = clientFaults(root, rule);
  for (const fault of faults) console.error(`${fault}。`);
  if (faults.length > 0) {
    console.error(`${rule.name}：${faults.length} 处不符。`);
    process.exitCode = 1;
  } else {
    console.log(`${rule.name}：通过。`);
  }
}
