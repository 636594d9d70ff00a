/** Longest text that a link carries, in characters of the link. */
const LINK_LIMIT = 4000;

/** What the hash of an address names: a shipped example, or a text of its own. */
type SharedState = { readonly example: string } | { readonly text: string } | undefined;

/** Hash of a shipped example: `#example=input`. */
export function exampleHash(name: string): string {
  return `#example=${encodeURIComponent(name)}`;
}

/** Hash that carries a whole text, packed; undefined where it would be too long. */
export async function textHash(text: string): Promise<string | undefined> {
  const packed = await pipe(new TextEncoder().encode(text), new CompressionStream('deflate-raw'));
  const hash = `#json=${btoa(String.fromCharCode(...packed))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')}`;
  return hash.length > LINK_LIMIT ? undefined : hash;
}

/** Reads the hash of an address; undefined where it names nothing that can be read. */
export async function readHash(hash: string): Promise<SharedState> {
  const [, kind, value = ''] = /^#(example|json)=(.+)$/.exec(hash) ?? [];
  if (kind === 'example') return { example: decodeURIComponent(value) };
  if (kind !== 'json' || hash.length > LINK_LIMIT) return undefined;
  try {
    const bytes = Uint8Array.from(atob(value.replaceAll('-', '+').replaceAll('_', '/')), (sign) => sign.charCodeAt(0));
    const text = new TextDecoder().decode(await pipe(bytes, new DecompressionStream('deflate-raw')));
    return { text };
  } catch {
    return undefined;
  }
}

/** Largest text that a link may unpack to, in bytes: what the server checks. */
const UNPACKED_LIMIT = 200_000;

async function pipe(bytes: Uint8Array<ArrayBuffer>, through: CompressionStream | DecompressionStream) {
  const reader = new Blob([bytes]).stream().pipeThrough(through).getReader();
  const parts: number[] = [];
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return Uint8Array.from(parts);
    if (parts.length + value.length > UNPACKED_LIMIT) throw new RangeError('the text of a link is too long');
    for (const byte of value) parts.push(byte);
  }
}
