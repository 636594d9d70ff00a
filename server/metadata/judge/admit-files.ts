import { hasErrors, type Problem } from '../../../src/core/dialect/problem.ts';
import type { EntityModel } from '../../../src/core/model/entity-model.ts';
import { currentLanguage } from '../../../src/core/text/language.ts';
import { type MetadataFile, metadataFileName } from '../metadata-files.ts';
import { checkWorld, type JudgedWorld } from './check-world.ts';
import { type ParsedWorld, parseFiles } from './parse-world.ts';
import type { MetadataText } from './read-once.ts';

/** What of a changed folder may serve. */
export interface Admission<Stored> {
  /** New or changed files that are sound together with all that serves besides, and the users of changed blocks. */
  readonly accepted: readonly MetadataFile[];
  /** What serves and stands in the folder no more, and is not missed. */
  readonly gone: readonly Stored[];
  readonly models: readonly EntityModel[];
  readonly parsed: ParsedWorld;
  /** Why the rest was refused. */
  readonly problems: readonly Problem[];
}

const nameOf = ({ kind, key }: Pick<MetadataText, 'kind' | 'key'>): string => `${kind} ${key}`;

/** A difference between what serves and what the folder holds: a file that came, changed or went. */
interface Change<Stored> {
  readonly file: string;
  readonly now: MetadataFile | undefined;
  readonly served: Stored | undefined;
}

/** Whether a folder holds what serves, neither more nor less nor elsewhere. */
export function isServed(files: readonly MetadataFile[], stored: readonly MetadataText[]): boolean {
  const placed = (file: string, { area, hash }: MetadataText): string => `${file} ${area} ${hash}`;
  const served = new Set(stored.map((text) => placed(metadataFileName(text), text)));
  return files.length === stored.length && files.every((file) => served.has(placed(file.file, file)));
}

/**
 * Judges what has changed in a folder against what serves. A change is refused where its own file is wrong, and where it
 * alone makes another file wrong (an entity goes that others refer to): the newcomer gives way, and the last good version
 * serves on. A file that serves already and is wrong by itself (an older version let it in) is only told.
 */
export function admitFiles<Stored extends MetadataText>(
  files: readonly MetadataFile[],
  stored: readonly Stored[],
  settings: ReadonlyMap<string, string | number | boolean>,
): Admission<Stored> {
  const served = new Map(stored.map((file) => [nameOf(file), file]));
  const present = new Set(files.map(({ file }) => file));
  /** What a file replaces: the same one, or one of its name that stood in another folder. */
  const replacedBy = (file: MetadataFile): Stored | undefined => {
    const last = served.get(nameOf(file));
    const place = last === undefined ? undefined : metadataFileName(last);
    return place === file.file || (place !== undefined && !present.has(place)) ? last : undefined;
  };
  const isSame = (file: MetadataFile): boolean => {
    const last = replacedBy(file);
    return last?.hash === file.hash && last.area === file.area;
  };
  const kept = files.filter(isSame);
  const came = files
    .filter((file) => !isSame(file))
    .map((file): Change<Stored> => ({ file: file.file, now: file, served: replacedBy(file) }));
  const moved = new Set(came.map((change) => change.served));
  const went = stored
    .filter((file) => !present.has(metadataFileName(file)) && !moved.has(file))
    .map((file): Change<Stored> => ({ file: metadataFileName(file), now: undefined, served: file }));
  const judge = (changes: ReadonlySet<Change<Stored>>): JudgedWorld =>
    judgedBefore(
      [
        ...kept,
        ...[...came, ...went].flatMap((change): MetadataText[] => {
          const text = changes.has(change) ? change.now : change.served;
          return text === undefined ? [] : [text];
        }),
      ].sort((left, right) => rank(left, changes) - rank(right, changes)),
      settings,
    );
  const rank = (text: MetadataText, changes: ReadonlySet<Change<Stored>>): number =>
    [...changes].some(({ now }) => now === text) ? 1 : 0;

  const open = new Set([...came, ...went]);
  const problems: Problem[] = [];
  /** What was wrong before anything changed, which nobody is to blame for now; looked for once something is wrong. */
  let before: ReadonlySet<string> | undefined;
  const knownBefore = (): ReadonlySet<string> => {
    before ??= new Set(judge(new Set()).problems.map(sayOf));
    return before;
  };
  for (;;) {
    const judged = judge(open);
    const errors = judged.problems.filter((problem) => hasErrors([problem]) && !knownBefore().has(sayOf(problem)));
    const told = new Set(errors.map(({ file }) => file));
    const guilty = [...open].filter((change) => change.now !== undefined && told.has(change.file));
    if (guilty.length === 0 && (errors.length === 0 || open.size === 0)) {
      const accepted = [...open].flatMap(({ now }) => now ?? []);
      const gone = [...open].flatMap((change) =>
        change.now === undefined && change.served !== undefined ? change.served : [],
      );
      return {
        accepted: [...accepted, ...remade([...accepted, ...gone], judged.parsed)],
        gone,
        models: [...judged.models.values()],
        parsed: judged.parsed,
        problems: [...problems, ...judged.problems.filter((problem) => hasErrors([problem]))],
      };
    }
    if (guilty.length > 0) {
      problems.push(...errors.filter(({ file }) => guilty.some((change) => change.file === file)));
      for (const change of guilty) open.delete(change);
      continue;
    }
    // Only files that nobody touched are wrong now: what touched them gives way.
    const culprit = [...open].find((change) => errorsWithout(change) < errors.length);
    const blamed = culprit === undefined ? [...open] : [culprit];
    for (const change of blamed) {
      problems.push(...errors.slice(0, MOST_TOLD).map((problem) => ofCulprit(change, problem)));
      open.delete(change);
    }
  }

  /** Entities whose own files are as they were, made otherwise by a block or a group of roles. */
  function remade(changed: readonly MetadataText[], { entities }: ParsedWorld): readonly MetadataFile[] {
    if (!changed.some(({ kind }) => kind === 'block' || kind === 'roles')) return [];
    const former = new Map(parseFiles(stored).entities.map(({ entity }) => [entity.entity, entity]));
    const differing = new Set(
      entities.flatMap(({ entity }) => {
        const was = former.get(entity.entity);
        return was === entity || JSON.stringify(was) === JSON.stringify(entity) ? [] : [entity.entity];
      }),
    );
    return kept.filter(({ kind, key }) => kind === 'entity' && differing.has(key));
  }

  function errorsWithout(change: Change<Stored>): number {
    const others = new Set([...open].filter((other) => other !== change));
    return judge(others).problems.filter((problem) => hasErrors([problem]) && !knownBefore().has(sayOf(problem)))
      .length;
  }
}

/** The set of files that was judged last: mostly what serves, so that it holds little that is not held anyway. */
let lastJudged: { readonly name: string; readonly judged: JudgedWorld } | undefined;

/** What came of files that are judged again as they were, as by each server that starts in a process. */
function judgedBefore(files: readonly MetadataText[], settings: ReadonlyMap<string, string | number | boolean>) {
  const named = files.map(({ kind, area, key, hash }) => `${kind} ${area}/${key} ${hash}`);
  // Problems are told in the language in which they were found.
  const name = [...named, JSON.stringify([...settings]), currentLanguage()].join('\n');
  if (lastJudged?.name !== name) lastJudged = { name, judged: checkWorld(files, { settings, texts: false }) };
  return lastJudged.judged;
}

const sayOf = ({ file, pointer, message }: Problem): string => `${file} ${pointer} ${message}`;

/** Consequences that are told of one refused file. */
const MOST_TOLD = 5;

function ofCulprit({ file, now }: Change<unknown>, { file: other, pointer, message, fix }: Problem): Problem {
  const what = now === undefined ? '删除此文件' : '这样修改';
  return {
    file,
    pointer: '',
    message: `${what}会使 ${other} ${pointer} 出错：${message}`,
    fix: `撤回，或先改正那里：${fix}`,
    severity: 'error',
  };
}
