import { say } from '../text/say.ts';
import { isWithin } from './compact-overlay.ts';
import type { OverlayEdit } from './overlay.ts';

/** What was done to a draft: a command, or that an earlier one no longer counts, or counts again. */
export type DesignStep =
  | {
      readonly step: 'do';
      /** Made by the client, so that a step which arrives twice is one. */
      readonly id: string;
      /** Key of the entity. */
      readonly entity: string;
      /** What the command changed; one edit, of a bulk command several. */
      readonly edits: readonly OverlayEdit[];
    }
  | { readonly step: 'undo' | 'redo'; readonly id: string; readonly of: string };

/** A step that the server has taken, in its one order. */
export interface LoggedStep {
  /** From 1, without gaps. */
  readonly seq: number;
  readonly userId: string;
  readonly step: DesignStep;
}

/** A step that changes something. */
export type DesignCommand = Extract<DesignStep, { readonly step: 'do' }>;

/** The commands of a log that count, in the order in which they were done: what was undone and not done again does not. */
function standingCommands(log: readonly LoggedStep[]): readonly (DesignCommand & { readonly userId: string })[] {
  const undone = undoneOf(log);
  return log.flatMap(({ step, userId }) => (step.step === 'do' && !undone.has(step.id) ? [{ ...step, userId }] : []));
}

/** The commands of a log that count, apart by whether some people have done them. */
export function partByAuthors<Entry extends LoggedStep>(
  log: readonly Entry[],
  authors: readonly string[],
): { readonly chosen: readonly Entry[]; readonly left: readonly Entry[] } {
  const standing = new Set(standingCommands(log).map(({ id }) => id));
  const commands = log.filter(({ step }) => step.step === 'do' && standing.has(step.id));
  const isChosen = ({ userId }: Entry) => authors.includes(userId);
  return { chosen: commands.filter(isChosen), left: commands.filter((entry) => !isChosen(entry)) };
}

/** Who has done what of a log counts. */
export function authorsOf(log: readonly LoggedStep[]): readonly string[] {
  return [...new Set(standingCommands(log).map(({ userId }) => userId))];
}

/** The entities that a log changes. */
export function designedEntities(log: readonly LoggedStep[]): readonly string[] {
  return [...new Set(standingCommands(log).map(({ entity }) => entity))];
}

/** Why a person cannot take a step back, or bring it back; undefined where he can, and for commands. */
export function undoFault(log: readonly LoggedStep[], userId: string, step: DesignStep): string | undefined {
  if (step.step === 'do') return undefined;
  if (step.step === 'undo') return undoable(log, userId) === step.of ? undefined : say('这一步不能撤销');
  return redoable(log, userId) === step.of ? undefined : say('这一步不能恢复');
}

/** The edits of an entity that a log comes to. */
export function editsOf(log: readonly LoggedStep[], entity: string): readonly OverlayEdit[] {
  return standingCommands(log).flatMap((command) => (command.entity === entity ? command.edits : []));
}

function undoneOf(log: readonly LoggedStep[]): ReadonlySet<string> {
  const undone = new Set<string>();
  for (const { step } of log) {
    if (step.step === 'undo') undone.add(step.of);
    else if (step.step === 'redo') undone.delete(step.of);
  }
  return undone;
}

/** The command that a person's undo takes back: his newest that counts. Others' stay as they are. */
export function undoable(log: readonly LoggedStep[], userId: string): string | undefined {
  return standingCommands(log).findLast((command) => command.userId === userId)?.id;
}

/** The command that a person's redo brings back: the one he took back last, unless he has done something new since. */
export function redoable(log: readonly LoggedStep[], userId: string): string | undefined {
  const taken: string[] = [];
  for (const { step, userId: who } of log) {
    if (who !== userId) continue;
    if (step.step === 'do') taken.length = 0;
    else if (step.step === 'undo') taken.push(step.of);
    else taken.splice(taken.indexOf(step.of), 1);
  }
  return taken.at(-1);
}

/**
 * The steps behind `seq` that touch what a step touches: the same keyword, the place or the being of the same thing, or
 * anything within a thing that goes. Nothing else of two people's work stands against each other.
 */
export function clashesSince<Entry extends LoggedStep>(
  log: readonly Entry[],
  seq: number,
  step: DesignStep,
): readonly Entry[] {
  const touched = touchedBy(log, step);
  return log.filter(
    (other) =>
      other.seq > seq &&
      other.step.id !== step.id &&
      touchedBy(log, other.step).some((theirs) => touched.some((ours) => touchSame(ours, theirs))),
  );
}

/** What an edit touches of which entity. */
interface Touched {
  readonly entity: string;
  readonly edit: OverlayEdit;
}

function touchedBy(log: readonly LoggedStep[], step: DesignStep): readonly Touched[] {
  const command =
    step.step === 'do'
      ? step
      : log
          .map((entry) => entry.step)
          .find((other): other is DesignCommand => other.step === 'do' && other.id === step.of);
  return command?.edits.map((edit) => ({ entity: command.entity, edit })) ?? [];
}

function touchSame({ entity, edit: ours }: Touched, { entity: other, edit: theirs }: Touched): boolean {
  if (entity !== other) return false;
  // Whoever makes an entity of the key, or takes it away, stands against everybody who works on it.
  if ([ours, theirs].some(({ edit }) => edit === 'create' || edit === 'remove')) return true;
  const isSame = ours.at.length === theirs.at.length && isWithin(ours.at, theirs.at);
  if (ours.edit === 'set' && theirs.edit === 'set') {
    return isSame && (isBelow(ours.property, theirs.property) || isBelow(theirs.property, ours.property));
  }
  if (ours.edit === 'hide') return isWithin(theirs.at, ours.at);
  if (theirs.edit === 'hide') return isWithin(ours.at, theirs.at);
  return isSame && ours.edit === theirs.edit;
}

const isBelow = (path: string, above: string): boolean => path === above || path.startsWith(`${above}.`);
