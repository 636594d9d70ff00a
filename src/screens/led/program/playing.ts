/** A program as a player knows it: what its record publishes. Dates are `YYYY-MM-DD`, times of day `HH:mm` or `HH:mm:ss`. */
export interface Program {
  readonly id: string;
  readonly programName: string | null;
  readonly programType: string | null;
  readonly lunboArchText: string | null;
  readonly bgColor: string | null;
  readonly textColor: string | null;
  readonly fontSize: number | null;
  readonly align: string | null;
  readonly scrollMode: string | null;
  readonly priority: string | null;
  readonly validTime: string | null;
  readonly validEnd: string | null;
  readonly dailyTime: string | null;
  readonly dailyEnd: string | null;
  readonly playSeconds: number | null;
  readonly sort: number | null;
  /** Pictures and films, in their order. */
  readonly media: readonly Medium[];
  /** How a picture lies in its screen: `cover` fills it, all else shows it whole. */
  readonly fit: string | null;
  /** Whether a film begins anew until its seconds are over (`loop`) or is shown once to its end. */
  readonly filmMode: string | null;
}

/** A picture or film of a program. */
export interface Medium {
  readonly file: string;
  readonly kind: 'image' | 'video';
  /** How long a film is; null where nobody knows. */
  readonly seconds: number | null;
}

/** What a turn of a program shows: its words, one of its pictures or films, or the table of today's tickets. */
type Content =
  | { readonly kind: 'words'; readonly seconds: number }
  | { readonly kind: 'tickets'; readonly seconds: number }
  | { readonly kind: 'image' | 'video'; readonly file: string; readonly seconds: number };

/** A screen with the programs that are released to it. */
interface Screen {
  readonly programs: readonly Program[];
}

/** What a screen shows at a moment. */
export interface Playing {
  readonly program: Program;
  readonly content: Content;
  /** Seconds since it was begun this time, and until the next one. */
  readonly since: number;
  readonly left: number;
}

const EMERGENCY = '1';
const LEAST = { priority: '9', sort: 9999 } as const;
const SECONDS = { otherwise: 30, least: 5, most: 3600 } as const;
const WALL = /^(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}:\d{2})$/;

/**
 * What a screen shows when the clock on the plant's wall says `YYYY-MM-DD HH:mm:ss`. It follows from the two alone: every
 * player and every preview of a screen shows the same, also after a restart, and a clock that is set back shows once more
 * what it showed then. Emergencies push all others aside; the others take turns, the graver first.
 */
export function playing(screen: Screen, time: string): Playing | undefined {
  const [, day, clock] = WALL.exec(time) ?? [];
  if (day === undefined || clock === undefined) return undefined;
  const due = screen.programs.filter((program) => isDue(program, day, clock));
  const emergencies = due.filter(({ priority }) => priority === EMERGENCY);
  const turns = (emergencies.length > 0 ? emergencies : due)
    .toSorted(byTurn)
    .flatMap((program) => contentsOf(program).map((content) => ({ program, content })));
  const whole = turns.reduce((sum, { content }) => sum + content.seconds, 0);
  if (whole === 0) return undefined;
  let since = (Date.parse(`${day}T${clock}Z`) / 1000) % whole;
  for (const { program, content } of turns) {
    if (since < content.seconds) return { program, content, since, left: content.seconds - since };
    since -= content.seconds;
  }
  return undefined;
}

/**
 * Whether a program has its turn at a time of a day. A slot that ends before it begins goes over midnight, and each of its
 * parts counts for the day on which it is: so the server, which ends a program with its last day, and a player that has not
 * heard of it agree.
 */
export function isDue(program: Program, day: string, clock: string): boolean {
  const { validTime, validEnd } = program;
  if (validTime === null || validEnd === null || day < validTime || day > validEnd) return false;
  const from = timeOfDay(program.dailyTime);
  const until = timeOfDay(program.dailyEnd);
  if (from === undefined || until === undefined || from === until) return true;
  return from < until ? clock >= from && clock < until : clock >= from || clock < until;
}

function timeOfDay(given: string | null): string | undefined {
  if (given === null || given === '') return undefined;
  return given.length === 5 ? `${given}:00` : given;
}

/** What a program shows, one after the other: its words, then its pictures and films. */
export function contentsOf(program: Program): readonly Content[] {
  const { programType, lunboArchText, media } = program;
  const seconds = secondsOf(program);
  if (programType === 'tickets') return [{ kind: 'tickets', seconds }];
  const words = lunboArchText === null || programType === 'image' || programType === 'video';
  return [
    ...(words ? [] : [{ kind: 'words', seconds } as const]),
    ...(programType === 'image' || programType === 'video' || programType === 'mixed'
      ? media.map(({ file, kind, seconds: length }): Content => {
          const once = kind === 'video' && program.filmMode !== 'loop' && length !== null;
          return { kind, file, seconds: once ? Math.min(SECONDS.most, Math.max(1, Math.ceil(length))) : seconds };
        })
      : []),
  ];
}

/** Seconds of a program's turn, within what its form allows. */
function secondsOf({ playSeconds }: Program): number {
  const seconds = Math.trunc(playSeconds ?? SECONDS.otherwise);
  return Math.min(SECONDS.most, Math.max(SECONDS.least, Number.isFinite(seconds) ? seconds : SECONDS.otherwise));
}

function byTurn(one: Program, other: Program): number {
  return (
    compare(one.priority ?? LEAST.priority, other.priority ?? LEAST.priority) ||
    (one.sort ?? LEAST.sort) - (other.sort ?? LEAST.sort) ||
    compare(one.id, other.id)
  );
}

function compare(one: string, other: string): number {
  return one === other ? 0 : one < other ? -1 : 1;
}
