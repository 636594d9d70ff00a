import type { SqlType } from './sql-type.ts';

/** A value to be bound, with the PostgreSQL type it is cast to. Numbers are decimal text, lists are arrays. */
export interface SqlParameter {
  readonly value: unknown;
  readonly type: SqlType;
}

/** SQL with its parameters in place, to be numbered by `renderSql` or spliced into a larger query. */
export interface SqlFragment {
  readonly parts: readonly (string | SqlParameter)[];
}

/** Builds a fragment from a template: strings are pasted as SQL, fragments and parameters keep their parameters. */
export function sql(
  strings: TemplateStringsArray,
  ...values: readonly (string | SqlFragment | SqlParameter)[]
): SqlFragment {
  const parts: (string | SqlParameter)[] = [];
  strings.forEach((text, index) => {
    push(parts, text);
    const value = values[index];
    if (value === undefined) return;
    if (typeof value === 'string') push(parts, value);
    else if ('parts' in value) for (const part of value.parts) push(parts, part);
    else parts.push(value);
  });
  return { parts };
}

function push(parts: (string | SqlParameter)[], part: string | SqlParameter): void {
  const last = parts.at(-1);
  if (typeof part === 'string' && typeof last === 'string') parts[parts.length - 1] = last + part;
  else if (part !== '') parts.push(part);
}

/** Fragments joined by a separator. */
export function joinSql(fragments: readonly SqlFragment[], separator: string): SqlFragment {
  const parts: (string | SqlParameter)[] = [];
  fragments.forEach((fragment, index) => {
    if (index > 0) push(parts, separator);
    for (const part of fragment.parts) push(parts, part);
  });
  return { parts };
}

/** The text with `$1::type` for every parameter, numbered from `firstIndex` (default 1), and the values in that order. */
export function renderSql(fragment: SqlFragment, firstIndex = 1): { text: string; values: unknown[] } {
  const values: unknown[] = [];
  const text = fragment.parts
    .map((part) => {
      if (typeof part === 'string') return part;
      values.push(part.value);
      return `$${firstIndex + values.length - 1}::${part.type === 'json' ? 'jsonb' : part.type}`;
    })
    .join('');
  return { text, values };
}
