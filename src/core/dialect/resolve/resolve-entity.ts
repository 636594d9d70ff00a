import { hasErrors, jsonPointer, type Problem } from '../problem.ts';
import { type SharedFiles, usesOf, withBlocks } from './blocks.ts';
import { type NamedCondition, withDefinitions } from './definitions.ts';
import { reportLeftOver } from './merge.ts';
import { createReuseSink } from './reuse-sink.ts';
import { withRoleGroups } from './role-groups.ts';
import { STATISTICS_DEFAULTS, withExampleBase, withPageDefaults, withStatisticsDefaults } from './shared-parts.ts';
import {
  type Origin,
  type Origins,
  originsOf,
  plain,
  type Sourced,
  sourced,
  stepsBelow,
  withEntries,
} from './sourced.ts';
import { withToldWords } from './told-words.ts';

/** Keywords that only an author writes: the resolved entity has none of them. */
export const AUTHORED: readonly string[] = ['define', 'use', 'pageDefaults', 'exampleBase'];

/** What is known of how an entity came about besides what it is. */
export interface Resolution {
  /** Path of the entity's file. */
  readonly file: string;
  /** Where its parts were written, by their pointers in the resolved entity; those below follow the nearest one above. */
  readonly origins: Origins;
  /** Conditions that it names. */
  readonly conditions: readonly NamedCondition[];
  /** Names of those that stood in an expression, by its pointer. */
  readonly uses: ReadonlyMap<string, readonly string[]>;
  /** Where names stand that nothing uses. */
  readonly unused: readonly (Origin & { readonly name: string })[];
  /** Names of the blocks that it uses. */
  readonly blocks: readonly string[];
  /** What is doubtful, told by the linter. */
  readonly warnings: readonly Problem[];
}

/** What resolving gives: the value as if all of it were written out, and all that is wrong with its shared parts. */
interface ResolvedFile {
  readonly value: unknown;
  /** Undefined where the text shares nothing, and every part stands where it is. */
  readonly resolution: Resolution | undefined;
  readonly problems: readonly Problem[];
}

const isMap = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether a file says anything that has to be resolved. */
function shares(value: unknown): value is Readonly<Record<string, unknown>> {
  return (
    isMap(value) &&
    (AUTHORED.some((keyword) => Object.hasOwn(value, keyword)) ||
      (isMap(value.statistics) &&
        Object.values(STATISTICS_DEFAULTS).some((word) => word in Object(value.statistics))) ||
      /"(@|\.\.\.")/.test(JSON.stringify(value)))
  );
}

/**
 * Turns the file of an entity as it is written into the entity as if all of it were written out: blocks first, then what
 * pages and examples share, then names, then groups of roles, then what other words tell, such as types of values. The one place for lint, import, preview, overlays, examples
 * and tests; whatever comes after knows the resolved entity only. Does not judge the form of what comes out.
 */
export function resolveEntity(value: unknown, file: string, files: SharedFiles): ResolvedFile {
  if (!shares(value)) return { value: withToldWords(value), resolution: undefined, problems: [] };
  const sink = createReuseSink();
  const written = sourced(value, { file, pointer: '' });
  if (written.kind !== 'map') return { value, resolution: undefined, problems: [] };
  const whole = withBlocks(written, files, sink);
  const shared = withStatisticsDefaults(withExampleBase(withPageDefaults(whole, sink), sink), sink);
  const named = withDefinitions(withRoleGroups(shared, files.groups, sink), sink);
  const root = withEntries(
    named.root,
    [...named.root.entries].filter(([keyword]) => !AUTHORED.includes(keyword)),
  );
  reportLeftOver(root, sink);
  const origins = originsOf(root);
  for (const { name, from } of named.conditions) origins.set(`/define/${name}`, from);
  const { conditions, unused } = named;
  const warnings = sink.problems.filter((problem) => !hasErrors([problem]));
  const uses = pointersOf(root, named.uses);
  const resolution = {
    file,
    origins,
    conditions,
    uses,
    unused,
    blocks: [...new Set(usesOf(value).map(([, name]) => name))],
    warnings,
  };
  return {
    value: withToldWords(plain(root)),
    resolution,
    problems: sink.problems.filter((problem) => hasErrors([problem])),
  };
}

/** Where some parts of a tree stand in it. */
function pointersOf<T>(root: Sourced, parts: ReadonlyMap<Sourced, T>): ReadonlyMap<string, T> {
  const found = new Map<string, T>();
  const look = (node: Sourced, pointer: string): void => {
    const part = parts.get(node);
    if (part !== undefined) found.set(pointer, part);
    for (const [step, child] of stepsBelow(node)) look(child, `${pointer}${jsonPointer(step)}`);
  };
  if (parts.size > 0) look(root, '');
  return found;
}
