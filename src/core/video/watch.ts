/** How a camera's picture comes to a watcher: fragments for Media Source Extensions, single JPEGs, or a playlist that he reads. */
type VideoKind = 'fmp4' | 'mjpeg' | 'hls';

/** What the server says on a watcher's socket besides the picture itself, which comes as binary messages. */
export type VideoMessage =
  | {
      readonly type: 'begin';
      readonly kind: VideoKind;
      /** Of `fmp4`: what the fragments are, for the browser's player. */
      readonly mime?: string;
    }
  /** Nothing more comes. `again`: whether it is worth trying. */
  | { readonly type: 'end'; readonly again: boolean; readonly msg: string };

/** Sub-protocol of the socket; the second one that a browser offers holds the headers of a call. */
export const VIDEO_PROTOCOL = 'anlan.video';

/** The sub-protocol that carries the headers of a call, since a browser lets nobody set those of a socket. */
export function headersProtocol(headers: Readonly<Record<string, string>>): string {
  const text = encodeURIComponent(JSON.stringify(headers));
  // Parentheses stay as they are in an address, but stand in no token (RFC 9110, 5.6.2).
  return `headers.${text.replaceAll('(', '%28').replaceAll(')', '%29')}`;
}

/** The headers that a sub-protocol carries; undefined where it carries none. */
export function readHeadersProtocol(protocol: string): Readonly<Record<string, string>> | undefined {
  const [, text] = /^headers\.([\w%.!~*'-]{1,8000})$/.exec(protocol) ?? [];
  if (text === undefined) return undefined;
  try {
    const read: unknown = JSON.parse(decodeURIComponent(text));
    if (typeof read !== 'object' || read === null) return undefined;
    const entries = Object.entries(read).filter(([, value]) => typeof value === 'string') as [string, string][];
    return Object.fromEntries(entries.map(([name, value]) => [name.toLowerCase(), value]));
  } catch {
    return undefined;
  }
}
