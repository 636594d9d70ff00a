import type { Program } from './playing.ts';

/** A screen with what is released to it, as its player keeps it. */
export interface ScreenPrograms {
  readonly name: string;
  /** Pixels; null where nobody has entered them. */
  readonly width: number | null;
  readonly height: number | null;
  readonly programs: readonly Program[];
}

type Told = Readonly<Record<string, unknown>>;

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

function number(value: unknown): number | null {
  const given = typeof value === 'string' && value !== '' ? Number(value) : value;
  return typeof given === 'number' && Number.isFinite(given) ? given : null;
}

/** A program of what its record publishes; undefined where it has no id. */
function programOf(told: Told): Program | undefined {
  const id = text(told.id);
  if (id === null) return undefined;
  return {
    id,
    programType: text(told.programType),
    lunboArchText: text(told.lunboArchText),
    bgColor: text(told.bgColor),
    textColor: text(told.textColor),
    fontSize: number(told.fontSize),
    align: text(told.align),
    scrollMode: text(told.scrollMode),
    priority: text(told.priority),
    validTime: text(told.validTime),
    validEnd: text(told.validEnd),
    dailyTime: text(told.dailyTime),
    dailyEnd: text(told.dailyEnd),
    playSeconds: number(told.playSeconds),
    sort: number(told.sort),
  };
}

/** A screen with its programs; those without words have nothing that a page without login may show. */
export function screenPrograms(screen: Told, programs: readonly Told[]): ScreenPrograms {
  return {
    name: text(screen.screenName) ?? '',
    width: number(screen.width),
    height: number(screen.height),
    programs: programs.flatMap((told) => {
      const program = programOf(told);
      return program === undefined || program.lunboArchText === null ? [] : [program];
    }),
  };
}
