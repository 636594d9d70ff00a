import { describe, expect, it } from 'vitest';
import { endedStates } from './ended-states.ts';
import type { EntityModel } from './entity-model.ts';

const step = (from: readonly string[], to: readonly string[], pending?: string) => ({
  from,
  to: to.map((state) => ({ state })),
  ...(pending === undefined ? {} : { approve: { pending } }),
});

const modelOf = (states: readonly string[], transitions: Readonly<Record<string, unknown>>): EntityModel =>
  ({
    states: Object.fromEntries(states.map((key) => [key, { key, draft: key === 'draft' }])),
    transitions,
  }) as unknown as EntityModel;

describe('states in which records end', () => {
  it('are those that no step leads on from', () => {
    const model = modelOf(['draft', 'open', 'closed', 'void'], {
      submit: step(['draft'], ['open']),
      close: step(['open'], ['closed']),
      drop: step(['draft', 'open'], ['void']),
      note: step(['closed'], []),
    });
    expect([...endedStates(model)]).toEqual(['closed', 'void']);
  });

  it('are none that wait for an approval, can be left again, or belong to a draft', () => {
    const model = modelOf(['draft', 'reviewing', 'in', 'out'], {
      admit: step(['draft'], ['in'], 'reviewing'),
      remove: step(['in'], ['out']),
      readmit: step(['out'], ['in']),
    });
    expect([...endedStates(model)]).toEqual([]);
    expect([...endedStates(modelOf(['draft'], {}))]).toEqual([]);
  });
});
