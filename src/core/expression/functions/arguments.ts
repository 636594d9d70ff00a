import { Decimal } from '../decimal.ts';
import type { Value } from '../value.ts';
import type { Evaluate } from './definition.ts';

export function at(values: readonly Value[], index: number): Value {
  return values[index] ?? null;
}

export function ofText(run: (value: string) => Value): Evaluate {
  return (values) => {
    const value = at(values, 0);
    return typeof value === 'string' ? run(value) : null;
  };
}

export function count(value: number): Decimal {
  return new Decimal(value);
}
