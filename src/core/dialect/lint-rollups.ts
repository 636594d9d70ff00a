import {
  expressionsOf,
  type Feed,
  feedsInto,
  followedBy,
  LONGEST_CHAIN,
  type LockPlace,
  lockEdges,
  type RolledField,
} from '../model/rollup-graph.ts';
import type { LintedEntity } from './lint-context.ts';

/** A roll-up with where it stands and what it counts. */
interface Placed {
  readonly linted: LintedEntity;
  readonly feed: Feed;
  readonly field: RolledField;
  /** Names that its expressions read; those of the record that counts with `parent.` before them. */
  readonly names: ReadonlySet<string>;
  /** Fields of the record that counts which change with it. */
  readonly changed: ReadonlySet<string>;
}

/**
 * What is wrong with roll-ups among all entities: what they read is made only when a record is read, they count each
 * other in a circle or too far, or who reads the figure sees fewer records than it counts.
 * @param only keys of the entities whose roll-ups are looked at, with all that these are tied to. Default all.
 */
export function lintRollups(all: readonly LintedEntity[], only?: ReadonlySet<string>): void {
  const ties = all.flatMap(tiesOf);
  const tied = only === undefined ? new Set(ties.map(({ target }) => target)) : tiedTo(only, ties);
  if (tied.size === 0) return;
  const linted = new Map(all.map((one) => [one.entity.entity, one]));
  const placed = all
    .filter(({ entity }) => tied.has(entity.entity))
    .flatMap((one) =>
      feedsInto(one.model, (key) => linted.get(key)?.model).flatMap((feed) =>
        feed.fields.map(
          (field): Placed => ({
            ...{ linted: one, feed, field },
            names: new Set(expressionsOf(field.rollup).flatMap(({ references }) => references)),
            changed: followedBy(feed.target, [field.key]),
          }),
        ),
      ),
    );
  for (const one of placed) {
    lintReads(one);
    lintReaders(one);
  }
  const told = lintChains(placed);
  lintOrder(placed, lockEdges(all.map(lockPlaceOf), ties), told);
}

/** That records of one entity are counted in those of another, by their keys. */
interface Tie {
  readonly source: string;
  readonly target: string;
}

/** What an entity counts, as its file says it: for this no model is built. */
function tiesOf({ entity }: LintedEntity): readonly Tie[] {
  return Object.values(entity.record.properties).flatMap(({ rollup }) =>
    rollup === undefined ? [] : [{ source: rollup.of, target: entity.entity }],
  );
}

/** The entities that ties lead to, from some of them and in both directions. */
function tiedTo(some: ReadonlySet<string>, ties: readonly Tie[]): ReadonlySet<string> {
  const beside = new Map<string, string[]>();
  for (const { source, target } of ties) {
    beside.set(source, [...(beside.get(source) ?? []), target]);
    beside.set(target, [...(beside.get(target) ?? []), source]);
  }
  const reached = new Set<string>();
  const open = [...some].filter((key) => beside.has(key));
  for (let key = open.pop(); key !== undefined; key = open.pop()) {
    if (reached.has(key)) continue;
    reached.add(key);
    open.push(...(beside.get(key) ?? []));
  }
  return reached;
}

function lockPlaceOf({ entity }: LintedEntity): LockPlace {
  const { entity: key, parent, companion } = entity;
  return {
    key,
    parent: parent === undefined ? undefined : { entity: parent.entity },
    companion: companion === undefined ? undefined : { of: companion },
  };
}

const pathOf = ({ field }: Placed) => ['record', 'properties', field.key, 'rollup'];
const wordsOf = ({ linted, field }: Placed) => `${linted.model.title}.${field.title}`;

/** What is made only when a record is read changes without a write. */
function lintReads(placed: Placed): void {
  const { linted, feed, names } = placed;
  for (const name of names) {
    const own = name.startsWith('parent.');
    const owner = own ? feed.target : feed.source;
    const read = owner.field.get(own ? name.slice('parent.'.length) : name);
    if (read?.live !== true) continue;
    linted.sink.error(
      pathOf(placed),
      `“${owner.title}”的“${read.title}”（${read.key}）是读取时才算出的值，不能汇总`,
      `改用存储的字段，或在 where 里直接写出它的条件`,
    );
  }
}

/** Roll-ups whose change changes one. */
function below({ feed, names }: Placed, all: readonly Placed[]): readonly Placed[] {
  return all.filter(({ feed: { target }, changed }) => {
    if (target === feed.source && [...changed].some((key) => names.has(key))) return true;
    return target === feed.target && [...changed].some((key) => names.has(`parent.${key}`));
  });
}

/** Circles and long chains; gives the roll-ups that stand in a circle. */
function lintChains(all: readonly Placed[]): ReadonlySet<RolledField> {
  const lengths = new Map<RolledField, number>();
  const inCircle = new Set<RolledField>();
  const way: Placed[] = [];
  const lengthOf = (placed: Placed): number => {
    const known = lengths.get(placed.field);
    if (known !== undefined) return known;
    const start = way.findIndex(({ field }) => field === placed.field);
    if (start >= 0) {
      tellCircle(way.slice(start), inCircle);
      return 0;
    }
    way.push(placed);
    const length = 1 + Math.max(0, ...below(placed, all).map(lengthOf));
    way.pop();
    lengths.set(placed.field, length);
    if (length === LONGEST_CHAIN + 1 && !inCircle.has(placed.field)) {
      placed.linted.sink.error(
        pathOf(placed),
        `汇总一层接一层，共 ${length} 层，最多 ${LONGEST_CHAIN} 层`,
        '直接汇总更下层的记录，或少汇总一层',
      );
    }
    return length;
  };
  for (const placed of all) lengthOf(placed);
  return inCircle;
}

/** Told in each file of the circle, since each of them can open it. */
function tellCircle(circle: readonly Placed[], inCircle: Set<RolledField>): void {
  for (const [index, placed] of circle.entries()) {
    if (inCircle.has(placed.field)) continue;
    inCircle.add(placed.field);
    const chain = [...circle.slice(index), ...circle.slice(0, index), placed].map(wordsOf).join(' ← ');
    placed.linted.sink.error(pathOf(placed), `汇总互相依赖，永远算不完：${chain}`, '去掉其中一个汇总');
  }
}

/** Records that count are locked before those that are counted: two entities cannot each come first. */
function lintOrder(
  all: readonly Placed[],
  before: ReadonlyMap<string, ReadonlySet<string>>,
  told: ReadonlySet<RolledField>,
): void {
  const reaches = (from: string, to: string, seen = new Set<string>()): boolean => {
    if (from === to) return true;
    if (seen.has(from)) return false;
    seen.add(from);
    return [...(before.get(from) ?? [])].some((next) => reaches(next, to, seen));
  };
  for (const placed of all) {
    const { feed, field, linted } = placed;
    if (told.has(field) || !reaches(feed.target.key, feed.source.key)) continue;
    const message =
      feed.source === feed.target
        ? `“${feed.target.title}”不能汇总它自己的记录：每次保存都要先锁住它所属的一条，记录之间会互相等待`
        : `“${feed.source.title}”已经汇总“${feed.target.title}”的记录，或在它之上，“${feed.target.title}”不能再汇总“${feed.source.title}”的：两边保存时会互相等待`;
    linted.sink.error(
      [...pathOf(placed), 'of'],
      message,
      '只在一个方向上汇总；另一个方向在查看时用 total、exists 计算',
    );
  }
}

const WIDTH = ['none', 'own', 'department', 'departmentTree', 'tenant'];

/** Whoever reads a figure can conclude from it what records that he does not see hold. */
function lintReaders(placed: Placed): void {
  const { linted, feed, field } = placed;
  const { source, target } = feed;
  if (source.parent?.entity === target.key && source.permissions.scope === undefined) return;
  const scopes = source.permissions.scope ?? {};
  const own = target.permissions.scope ?? {};
  const width = (scope: unknown): number => (typeof scope === 'string' ? WIDTH.indexOf(scope) : 1);
  const fewer = Object.keys({ ...scopes, ...own }).filter((role) => {
    const seen = scopes[role] ?? scopes.everyone;
    const reads = own[role] ?? own.everyone;
    return seen !== undefined && reads !== undefined && width(seen) < width(reads);
  });
  const hidden = (target.permissions.fields?.[field.key] ?? []).length > 0;
  if (fewer.length === 0 || hidden) return;
  linted.sink.warning(
    pathOf(placed),
    `${fewer.join('、')} 看到的“${source.title}”比“${field.title}”汇总的少，从数值能推知看不到的记录`,
    `收窄“${target.title}”的数据范围，或用 permissions.fields 限定谁能看“${field.title}”`,
  );
}
