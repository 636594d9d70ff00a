import type { PublishedFile } from '../../../core/wire/public.ts';
import { contentsOf, type Medium, type Program } from './playing.ts';

/** A screen with what is released to it, as its player keeps it. */
export interface ScreenPrograms {
  readonly name: string;
  /** Pixels; null where nobody has entered them. */
  readonly width: number | null;
  readonly height: number | null;
  readonly programs: readonly Program[];
}

export type Told = Readonly<Record<string, unknown>>;

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

function number(value: unknown): number | null {
  const given = typeof value === 'string' && value !== '' ? Number(value) : value;
  return typeof given === 'number' && Number.isFinite(given) ? given : null;
}

/** Pictures and films among the files of a record; anything else has no look. */
function mediaOf(files: unknown): readonly Medium[] {
  if (!Array.isArray(files)) return [];
  return (files as readonly (Partial<PublishedFile> | null)[]).flatMap((given): Medium[] => {
    const { file, kind, seconds } = given ?? {};
    const shown =
      kind?.startsWith('image/') === true ? 'image' : kind?.startsWith('video/') === true ? 'video' : undefined;
    return typeof file !== 'string' || shown === undefined ? [] : [{ file, kind: shown, seconds: number(seconds) }];
  });
}

/** A program of what its record says. */
export function programOf(told: Told): Program {
  return {
    id: text(told.id) ?? '',
    programName: text(told.programName),
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
    media: mediaOf(told.mediaFiles),
    fit: text(told.fit),
    filmMode: text(told.filmMode),
  };
}

/** A screen with its programs; those that have nothing to show are left out. */
export function screenPrograms(screen: Told, programs: readonly Told[]): ScreenPrograms {
  return {
    name: text(screen.screenName) ?? '',
    width: number(screen.width),
    height: number(screen.height),
    programs: programs.flatMap((told) => {
      const program = programOf(told);
      return program.id === '' || contentsOf(program).length === 0 ? [] : [program];
    }),
  };
}

/** Whether one of a screen's programs is the table of today's tickets. */
export function showsTickets(screen: ScreenPrograms | undefined): boolean {
  return screen?.programs.some(({ programType }) => programType === 'tickets') === true;
}
