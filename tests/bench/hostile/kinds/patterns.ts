import { patternFault } from '../../../../src/core/dialect/pattern-safety.ts';
import type { HostileKind } from '../hostile-kind.ts';

const kind = (name: string, unit: string, largest: number, source: (size: number) => string): HostileKind => ({
  name: `pattern-${name}`,
  unit,
  largest,
  open: () => ({
    prepare(size) {
      const text = source(size);
      return () => patternFault(text);
    },
  }),
});

/** Patterns that are hard to judge: what judging them costs, and whether those that are accepted match in time. */
export const patterns: readonly HostileKind[] = [
  kind('optional', 'repetitions', 1_000, (size) => `^(a?){${size}}b$`),
  kind('in-a-row', 'parts', 2_000, (size) => `^${'a?'.repeat(size)}b$`),
  kind('text', 'characters', 200_000, (size) => `^${'a'.repeat(size)}$`),
];
