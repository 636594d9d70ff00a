/** One line of a snapshot. */
export interface EvidenceEntry {
  readonly key: string;
  readonly title: string;
  readonly text: string;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.map(textOf).join('、');
  if (isObject(value)) {
    const name = value.label ?? value.text ?? value.originalName ?? value.name;
    return typeof name === 'string' ? name : JSON.stringify(value);
  }
  return String(value);
}

/** The content of a snapshot as lines: fields with title and text as they were then; an unreadable one gives none. */
export function evidenceEntries(snapshot: string): readonly EvidenceEntry[] {
  let parsed: unknown;
  try {
    parsed = JSON.parse(snapshot);
  } catch {
    return [];
  }
  return entriesOf(parsed, '');
}

function entriesOf(value: unknown, path: string): EvidenceEntry[] {
  const items: readonly (readonly [string, unknown])[] = Array.isArray(value)
    ? value.map((item, index) => [String(index), item] as const)
    : isObject(value)
      ? Object.entries(value)
      : [];
  return items.flatMap(([key, item]): EvidenceEntry[] => {
    const place = `${path}/${key}`;
    if (isObject(item) && typeof item.title === 'string') {
      const text = textOf(item.text ?? item.label ?? item.value);
      return text === '' ? [] : [{ key: place, title: item.title, text }];
    }
    if (isObject(item) || (Array.isArray(item) && item.some(isObject))) return entriesOf(item, place);
    return [];
  });
}

/** SHA-256 of a text in hexadecimal; undefined where the page came over plain http, which has no such function. */
export async function sha256(text: string): Promise<string | undefined> {
  const { subtle } = globalThis.crypto;
  if (subtle === undefined) return undefined;
  const digest = await subtle.digest('SHA-256', new TextEncoder().encode(text));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
