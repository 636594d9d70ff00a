import { quoteText, type SqlFragment, type SqlParameter } from '../../core/expression/index.ts';

/** SQL with its values written out: statements that change a table take no parameters. */
export function literalSql({ parts }: SqlFragment): string {
  return parts.map((part) => (typeof part === 'string' ? part : literal(part))).join('');
}

function literal({ value, type }: SqlParameter): string {
  const quoted = (part: unknown): string => (part === null ? 'null' : quoteText(String(part)));
  const cast = type === 'json' ? 'jsonb' : type;
  return Array.isArray(value) ? `array[${value.map(quoted).join(', ')}]::${cast}` : `${quoted(value)}::${cast}`;
}
