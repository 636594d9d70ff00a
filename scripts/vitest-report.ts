import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { Reporter, SerializedError, TestCase, TestModule } from 'vitest/node';

/** A test that failed, or passed at its second try only, with the first words of its error. */
interface Incident {
  readonly story: string;
  readonly error: string;
}

/** What `npm test` reads of a run of Vitest. */
interface RunReport {
  readonly passed: number;
  readonly skipped: number;
  readonly failures: readonly Incident[];
  readonly unstable: readonly Incident[];
  /** Files with the seconds that their tests and hooks took. */
  readonly took: readonly { readonly story: string; readonly seconds: number }[];
}

/**
 * Writes a {@link RunReport} into the file that `ANLAN_TEST_REPORT` names. Files that cannot be loaded and errors that no
 * test caught are failures as well, each by its name.
 */
export default class VitestReport implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const file = process.env.ANLAN_TEST_REPORT;
    if (file === undefined) throw new Error('ANLAN_TEST_REPORT names no file for the report.');
    writeFileSync(file, JSON.stringify(reportOf(modules, unhandled)));
  }
}

function reportOf(modules: readonly TestModule[], unhandled: readonly SerializedError[]): RunReport {
  const tests = modules.flatMap((module) => [...module.children.allTests()]);
  const withState = (state: string) => tests.filter((test) => test.result().state === state);
  const broken = modules.flatMap((module) =>
    [module, ...module.children.allSuites()].flatMap((task) =>
      task.errors().map((error) => ({
        story: task.type === 'module' ? place(module) : `${place(module)} ${task.fullName}`,
        error: words(error),
      })),
    ),
  );
  return {
    passed: withState('passed').length,
    skipped: tests.length - withState('passed').length - withState('failed').length,
    failures: [
      ...withState('failed').map(incident),
      ...broken,
      ...unhandled.map((error) => ({ story: 'an error that no test caught', error: words(error) })),
    ],
    unstable: withState('passed')
      .filter((test) => test.diagnostic()?.flaky === true)
      .map(incident),
    took: modules.map((module) => ({ story: place(module), seconds: module.diagnostic().duration / 1_000 })),
  };
}

function incident(test: TestCase): Incident {
  const [error] = test.result().errors ?? [];
  return { story: `${place(test.module)} ${test.fullName}`, error: error === undefined ? '' : words(error) };
}

function place(module: TestModule): string {
  return relative(module.project.config.root, module.moduleId);
}

function words({ name, message, diff }: { name?: string; message?: string; diff?: string }): string {
  return [`${name ?? 'Error'}: ${message ?? ''}`, diff ?? ''].join('\n').trim();
}
