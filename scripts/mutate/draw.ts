import { seededRandom } from '../../mocks/demo-plant/seeded.ts';
/** What became of a mutant, in Stryker's words. */
export type Verdict = 'Killed' | 'Timeout' | 'Survived' | 'NoCoverage' | 'CompileError' | 'RuntimeError' | 'Ignored';

/** A small change of the code. */
export interface DrawnMutant {
  readonly id: string;
  /** `file:line:column-line:column`, lines counted from 1 and columns from 0. */
  readonly range: string;
  readonly file: string;
  readonly line: number;
  /** Kind of change, such as `ConditionalExpression`. */
  readonly name: string;
  readonly original: string;
  readonly replacement: string;
}

/** So many of the mutants, drawn by a seed: the same seed draws the same ones of the same code. */
export function draw(mutants: readonly DrawnMutant[], count: number, seed: number): DrawnMutant[] {
  const random = seededRandom(seed);
  const left = [...mutants].toSorted((one, other) => (one.id < other.id ? -1 : 1));
  const drawn: DrawnMutant[] = [];
  while (drawn.length < count && left.length > 0) {
    drawn.push(...left.splice(Math.floor(random() * left.length), 1));
  }
  return drawn;
}

/** The mutants by what became of them; a test that never ends has noticed as well. */
export function tally(mutants: readonly DrawnMutant[], verdicts: Readonly<Record<string, Verdict>>) {
  const of = (...wanted: Verdict[]) => mutants.filter(({ id }) => wanted.includes(verdicts[id] ?? 'Ignored'));
  return {
    killed: of('Killed', 'Timeout'),
    survived: of('Survived'),
    untested: of('NoCoverage'),
    broken: of('CompileError', 'RuntimeError', 'Ignored'),
  };
}
