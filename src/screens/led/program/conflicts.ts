import { contentsOf, type Program } from './playing.ts';

/** What a program meets on a screen where it is released too. */
interface Conflicts {
  /** Emergencies that push it aside. */
  readonly pushedAsideBy: readonly Program[];
  /** Programs that it pushes aside as an emergency. */
  readonly pushesAside: readonly Program[];
  /** Programs with which it takes turns, and the seconds of a whole turn where all of them are due, its own in it. */
  readonly takesTurnsWith: readonly Program[];
  readonly whole: number;
  readonly own: number;
}

const EMERGENCY = '1';
const DAY = '24:00:00';

/** Says which of a screen's programs are due at some time at which another one is. */
export function conflictsOf(own: Program, others: readonly Program[]): Conflicts {
  const met = others.filter((other) => other.id !== own.id && meets(own, other));
  const grave = ({ priority }: Program) => priority === EMERGENCY;
  const secondsOf = (program: Program) => contentsOf(program).reduce((sum, { seconds }) => sum + seconds, 0);
  const alike = met.filter((other) => grave(other) === grave(own));
  const seconds = secondsOf(own);
  return {
    pushedAsideBy: grave(own) ? [] : met.filter(grave),
    pushesAside: grave(own) ? met.filter((other) => !grave(other)) : [],
    takesTurnsWith: alike,
    own: seconds,
    whole: alike.reduce((sum, other) => sum + secondsOf(other), seconds),
  };
}

function meets(one: Program, other: Program): boolean {
  const [from, until] = [later(one.validTime, other.validTime), earlier(one.validEnd, other.validEnd)];
  if (from === undefined || until === undefined || from > until) return false;
  return slotsOf(one).some(([begin, end]) => slotsOf(other).some(([first, last]) => begin < last && first < end));
}

function later(one: string | null, other: string | null): string | undefined {
  return one === null || other === null ? undefined : one > other ? one : other;
}

function earlier(one: string | null, other: string | null): string | undefined {
  return one === null || other === null ? undefined : one < other ? one : other;
}

/** The parts of a day in which a program is due; a slot over midnight has two, as `playing` has it. */
function slotsOf({ dailyTime, dailyEnd }: Program): readonly (readonly [string, string])[] {
  const [from, until] = [timeOf(dailyTime), timeOf(dailyEnd)];
  if (from === undefined || until === undefined || from === until) return [['00:00:00', DAY]];
  return from < until
    ? [[from, until]]
    : [
        [from, DAY],
        ['00:00:00', until],
      ];
}

function timeOf(given: string | null): string | undefined {
  if (given === null || given === '') return undefined;
  return given.length === 5 ? `${given}:00` : given;
}
