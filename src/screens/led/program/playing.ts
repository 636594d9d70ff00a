/** A program as a player knows it: what its record publishes. Dates are `YYYY-MM-DD`, times of day `HH:mm` or `HH:mm:ss`. */
export interface Program {
  readonly id: string;
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
}

/** A screen with the programs that are released to it. */
interface Screen {
  readonly programs: readonly Program[];
}

/** What a screen shows at a moment. */
interface Playing {
  readonly program: Program;
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
  const turns = (emergencies.length > 0 ? emergencies : due).toSorted(byTurn);
  const whole = turns.reduce((sum, program) => sum + secondsOf(program), 0);
  if (whole === 0) return undefined;
  let since = (Date.parse(`${day}T${clock}Z`) / 1000) % whole;
  for (const program of turns) {
    const seconds = secondsOf(program);
    if (since < seconds) return { program, since, left: seconds - since };
    since -= seconds;
  }
  return undefined;
}

/**
 * Whether a program has its turn at a time of a day. A slot that ends before it begins goes over midnight, and each of its
 * parts counts for the day on which it is: so the server, which ends a program with its last day, and a player that has not
 * heard of it agree.
 */
function isDue(program: Program, day: string, clock: string): boolean {
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
