import type { DefinedRules } from '../../src/core/rules/define-rules.ts';

/** Milliseconds that a part of an entity's rules may take before it is told. */
const SLOW = 50;

/** A part of rules that took long. */
export interface SlowRules {
  readonly entity: string;
  readonly part: 'derive' | 'check' | 'after';
  /** Milliseconds. */
  readonly took: number;
}

/**
 * The same rules, of which every part that takes more than 50 ms is told: they hold the transaction of a write, and the
 * first two hold all other calls too. What `after` takes counts the records that it finds and writes.
 */
export function timedRules(
  rules: ReadonlyMap<string, DefinedRules>,
  onSlow: (slow: SlowRules) => void,
): ReadonlyMap<string, DefinedRules> {
  return new Map([...rules].map(([entity, defined]) => [entity, timed(defined, onSlow)]));
}

function timed({ derive, check, after, ...rest }: DefinedRules, onSlow: (slow: SlowRules) => void): DefinedRules {
  const tell = (part: SlowRules['part'], began: number): void => {
    const took = performance.now() - began;
    if (took > SLOW) onSlow({ entity: rest.entity, part, took: Math.round(took) });
  };
  const pure =
    <Given, Answer>(part: 'derive' | 'check', work: (given: Given) => Answer) =>
    (given: Given): Answer => {
      const began = performance.now();
      try {
        return work(given);
      } finally {
        tell(part, began);
      }
    };
  return {
    ...rest,
    ...(derive === undefined ? {} : { derive: pure('derive', derive) }),
    ...(check === undefined ? {} : { check: pure('check', check) }),
    ...(after === undefined
      ? {}
      : {
          async after(context, acts) {
            const began = performance.now();
            try {
              await after(context, acts);
            } finally {
              tell('after', began);
            }
          },
        }),
  };
}
