import { MAX_OPERATORS, MAX_SOURCE_LENGTH } from '../../../../src/core/expression/index.ts';
import { walk } from '../../../fixtures/walk-expressions.ts';
import type { HostileKind } from '../hostile-kind.ts';

const kind = (name: string, unit: string, largest: number, source: (size: number) => string): HostileKind => {
  // Sources that were read are known; each run has one of its own.
  let runs = 0;
  return {
    name: `expression-${name}`,
    unit,
    largest,
    open: () => ({
      prepare(size) {
        runs += 1;
        const text = source(size) + ' '.repeat(runs);
        return () => walk(text);
      },
    }),
  };
};

/** Expressions as long as they may be, and one that is not. */
export const expressions: readonly HostileKind[] = [
  kind('sum', 'operators', MAX_OPERATORS, (size) => `n${'+n'.repeat(size)}`),
  kind('else-if', 'operators', MAX_OPERATORS, (size) => `${'o?n:'.repeat(size)}n`),
  kind('text', 'characters', MAX_SOURCE_LENGTH, (size) => `'${'\\n'.repeat(Math.floor(size / 2) - 30)}'`),
  kind('endless', 'terms', 2_000_000, (size) => `n${'+n'.repeat(size)}`),
];
