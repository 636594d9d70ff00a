/** A place that asks for what browsers give over HTTPS alone. */
interface SecureOnly {
  readonly line: number;
  /** What stands there, `crypto.randomUUID`. */
  readonly what: string;
  /** Module that does the same everywhere. */
  readonly instead: string;
}

/** What is missing where a page came over plain http, with the module that does without it. */
const INSTEAD: readonly (readonly [asked: RegExp, module: string])[] = [
  [/\bcrypto\??\.randomUUID\b/g, 'src/api/new-key.ts'],
  [/\bnavigator\.clipboard\??\.write(?:Text)?\b/g, 'src/ui/copy-text.ts'],
];

const modules: ReadonlySet<string> = new Set(INSTEAD.map(([, module]) => module));

/** Whether a file of the client is to do without: all code but these modules and tests. */
export function isPlainFile(path: string): boolean {
  return /\.tsx?$/.test(path) && !/\.(?:test|generated)\.tsx?$/.test(path) && !modules.has(path);
}

/** The places of a file that plain http leaves without an answer. */
export function secureOnly(source: string): SecureOnly[] {
  return INSTEAD.flatMap(([asked, instead]) =>
    [...source.matchAll(asked)].map(({ 0: what, index }) => ({
      line: source.slice(0, index).split('\n').length,
      what,
      instead,
    })),
  ).sort((one, other) => one.line - other.line);
}
