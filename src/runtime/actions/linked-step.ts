const MARK = '#do=';

/** What an address brings along that a form leads to: its draft is complete, and is not opened in the form again. */
export const COMPLETED = { completed: true } as const;

/** Whether the form of a record has led to an address. */
export function isCompleted(brought: unknown): boolean {
  return typeof brought === 'object' && brought !== null && (brought as Partial<typeof COMPLETED>).completed === true;
}

/** A step with which an address begins. */
interface LinkedStep {
  /** Key of the child entity whose rows take it; undefined where the record does itself. */
  readonly rows: string | undefined;
  readonly transition: string;
}

/** What stands behind the address of a record's page so that it opens with a step begun, of its own or of rows below it. */
export function stepMark(transition: string, rows: string | null = null): string {
  return `${MARK}${encodeURIComponent(rows === null ? transition : `${rows}.${transition}`)}`;
}

/** The step that an address begins with; undefined where it says none. */
export function linkedStep(hash: string): LinkedStep | undefined {
  if (!hash.startsWith(MARK)) return undefined;
  try {
    const [first = '', second, ...more] = decodeURIComponent(hash.slice(MARK.length)).split('.', 3);
    const transition = second ?? first;
    if (transition === '' || more.length > 0) return undefined;
    return { rows: second === undefined ? undefined : first, transition };
  } catch {
    return undefined;
  }
}
