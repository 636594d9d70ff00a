/** Columns that a line of formatted JSON may have; a Chinese character takes two. */
const WIDTH = 120;

/**
 * JSON as entity files are written: two spaces, an object or list on one line where it fits into 120 columns. Objects
 * of the first two levels are always broken, so that a file reads from the top.
 */
export function formatJson(value: unknown): string {
  return `${write(value, 0, 0)}\n`;
}

function write(value: unknown, depth: number, lead: number): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const flat = oneLine(value);
  const isOpen = depth < 2 && !Array.isArray(value);
  // One column for the comma that follows.
  if (!isOpen && depth * 2 + lead + columnsOf(flat) + 1 <= WIDTH) return flat;
  const inner = '  '.repeat(depth + 1);
  const parts = Array.isArray(value)
    ? value.map((item) => inner + write(item, depth + 1, 0))
    : Object.entries(value).map(([key, item]) => {
        const name = `${JSON.stringify(key)}: `;
        return inner + name + write(item, depth + 1, columnsOf(name));
      });
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  return parts.length === 0 ? `${open}${close}` : `${open}\n${parts.join(',\n')}\n${'  '.repeat(depth)}${close}`;
}

function columnsOf(text: string): number {
  return [...text].reduce((sum, sign) => sum + (/[\u1100-\u115f\u2e80-\uffe6]/.test(sign) ? 2 : 1), 0);
}

function oneLine(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(oneLine).join(', ')}]`;
  const entries = Object.entries(value);
  if (entries.length === 0) return '{}';
  return `{ ${entries.map(([key, item]) => `${JSON.stringify(key)}: ${oneLine(item)}`).join(', ')} }`;
}
