import { suggestion } from '../nearest.ts';
import { jsonPointer } from '../problem.ts';
import { type Path, walk } from '../walk/walk.ts';
import type { ReuseSink } from './reuse-sink.ts';
import { changedAt, nodeAt, plain, type Sourced, type SourcedList, type SourcedMap, withEntries } from './sourced.ts';

/** Roles by the name of their group, without `@`. */
export type RoleGroups = Readonly<Record<string, readonly string[]>>;

const isGroup = (name: string): boolean => name.startsWith('@');

/** The roles of some entries, each of them a role or a group; one that is in several stands once. Unknown groups are left out. */
export function rolesOf(names: readonly string[], groups: RoleGroups): readonly string[] {
  return [...new Set(names.flatMap((name) => (isGroup(name) ? (membersOf(name, groups) ?? []) : [name])))];
}

function membersOf(name: string, groups: RoleGroups): readonly string[] | undefined {
  const key = name.slice(1);
  return Object.hasOwn(groups, key) ? groups[key] : undefined;
}

/**
 * Puts the roles of a group where the group stands: as entries of their own in a list, in a list of people, and in a map by
 * role, where entries add up and what a role says itself wins over what its group says.
 */
export function withRoleGroups(root: SourcedMap, groups: RoleGroups, sink: ReuseSink): SourcedMap {
  const changes = new Map<string, (node: Sourced) => Sourced>();
  const at = (path: Path, change: (node: Sourced) => Sourced): void => {
    changes.set(jsonPointer(...path), change);
  };
  walk(plain(root) as object, {
    key({ path, isKey }, name, kind) {
      if (kind !== 'role' || !isGroup(name)) return;
      if (membersOf(name, groups) === undefined) reportUnknown(path, isKey, name);
      const [last, above] = [path.at(-1), path.at(-2)];
      if (isKey) at(path.slice(0, -1), (node) => addedUp(node, groups, sink));
      else if (typeof last === 'number') at(path.slice(0, -1), (node) => singleRoles(node, groups));
      else if (typeof above === 'number') at(path.slice(0, -2), (node) => singlePeople(node, String(last), groups));
      else {
        const node = nodeAt(root, path);
        if (node !== undefined) sink.error(node.from, '这里只能写一个角色，不能写角色组', '改为角色编码');
      }
    },
  });
  const made = changedAt(root, changes);
  return made.kind === 'map' ? made : root;

  function reportUnknown(path: Path, isKey: boolean, name: string): void {
    const node = nodeAt(root, path);
    if (node === undefined) return;
    const known = Object.keys(groups).map((key) => `@${key}`);
    const message = `没有名为“${name}”的角色组${suggestion(name, known)}`;
    const what = isKey ? '改为 schemas/roles.json 里的角色组或角色' : '改为 schemas/roles.json 里的角色组';
    sink.error(node.from, message, what);
  }
}

function once(items: readonly Sourced[]): readonly Sourced[] {
  const seen = new Set<string>();
  return items.filter((item) => {
    const text = JSON.stringify(plain(item));
    return !seen.has(text) && seen.add(text) !== undefined;
  });
}

function singleRoles(node: Sourced, groups: RoleGroups): Sourced {
  if (node.kind !== 'list') return node;
  const items = node.items.flatMap((item) =>
    item.kind === 'leaf' && typeof item.value === 'string' && isGroup(item.value)
      ? (membersOf(item.value, groups) ?? []).map((role) => ({ ...item, value: role }))
      : [item],
  );
  return { ...node, items: once(items) };
}

/** A list of people, of whom one is named by a group: one entry for each of its roles, alike but for the role. */
function singlePeople(node: Sourced, keyword: string, groups: RoleGroups): Sourced {
  if (node.kind !== 'list') return node;
  const items = node.items.flatMap((item): readonly Sourced[] => {
    const named = item.kind === 'map' ? item.entries.get(keyword) : undefined;
    if (item.kind !== 'map' || named?.kind !== 'leaf' || !isGroup(String(named.value))) return [item];
    return (membersOf(String(named.value), groups) ?? []).map((role) =>
      withEntries(item, [...item.entries, [keyword, { ...named, value: role }]]),
    );
  });
  return { ...node, items: once(items) };
}

function addedUp(node: Sourced, groups: RoleGroups, sink: ReuseSink): Sourced {
  if (node.kind !== 'map') return node;
  const made = new Map<string, Sourced>();
  /** The group that a role's value comes from; none where it is the role's own. */
  const given = new Map<string, string>();
  const own = new Set([...node.entries.keys()].filter((key) => !isGroup(key)));
  for (const [key, value] of node.entries) {
    for (const role of isGroup(key) ? (membersOf(key, groups) ?? []) : [key]) {
      const before = made.get(role);
      if (before === undefined) made.set(role, value);
      else if (before.kind === 'list' && value.kind === 'list') made.set(role, both(before, value));
      else if (!isGroup(key)) made.set(role, value);
      else if (!own.has(role) && JSON.stringify(plain(before)) !== JSON.stringify(plain(value))) {
        const message = `角色“${role}”同时在 ${given.get(role)} 和 ${key} 中，两处的值不同`;
        sink.error(value.from, message, `为“${role}”单独写一项`);
      }
      if (isGroup(key)) given.set(role, key);
    }
  }
  return withEntries(node, made);
}

function both(first: SourcedList, second: SourcedList): SourcedList {
  return { ...first, items: once([...first.items, ...second.items]) };
}
