import { type ParsedEntity, parseEntity } from '../../../src/core/dialect/parse-entity.ts';
import type { Problem } from '../../../src/core/dialect/problem.ts';
import type { TextPosition } from '../../../src/core/dialect/read-json.ts';
import type { BlockFile, SharedFiles } from '../../../src/core/dialect/resolve/blocks.ts';
import { readBlock } from '../../../src/core/dialect/resolve/read-block.ts';
import type { RoleGroups } from '../../../src/core/dialect/resolve/role-groups.ts';
import { metadataFileName } from '../metadata-files.ts';
import type { RolesFile } from '../shipped-files.ts';
import { readChecked } from './read-checked.ts';
import { type MetadataText, readOnce } from './read-once.ts';

/** A block that can be used, with the places of its text. */
export interface BlockText extends BlockFile {
  readonly hash: string;
  position(pointer: string): TextPosition | undefined;
}

/** Of a set of files, what entities share: read before any of them. */
export interface ReadShared {
  readonly roles: RolesFile['roles'];
  readonly roleGroups: RoleGroups;
  /** Blocks that can be used, by area and name: `risk/analysis`. */
  readonly blocks: ReadonlyMap<string, BlockText>;
  readonly problems: readonly Problem[];
  /** The same as an entity's text may name it. */
  readonly named: SharedFiles;
  /** Reads an entity as if all that it shares were written out; once while neither changes. */
  entity(text: MetadataText): ParsedEntity;
}

/** Blocks that an entity's text mentions, and whether it may name a group of roles. */
function sharedNames(content: string): { readonly mentioned: readonly string[]; readonly names: boolean } {
  return {
    mentioned: [...content.matchAll(/"block"\s*:\s*"([^"]*)"/g)].map(([, name = '']) => name),
    names: content.includes('"@'),
  };
}

/**
 * Reads the blocks and groups of roles of a set of files.
 * @param isSound whether the same files were found right before, so that their form is not looked at again. Default false.
 */
export function readShared(files: readonly MetadataText[], isSound = false): ReadShared {
  const problems: Problem[] = [];
  const blocks = new Map<string, BlockText>();
  const broken = new Set<string>();
  let roles: RolesFile = { roles: {} };
  for (const text of files) {
    const file = metadataFileName(text);
    if (text.kind === 'roles') {
      const found = readOnce(text, () => readChecked<RolesFile>('roles', text.content, file));
      problems.push(...found.problems);
      roles = found.value ?? roles;
    }
    if (text.kind !== 'block') continue;
    const found = readOnce(text, () => readBlock(text.content, file));
    if ('value' in found) blocks.set(text.key, { file, hash: text.hash, ...found });
    else {
      broken.add(text.key);
      problems.push(...found.problems);
    }
  }
  const { groups = {} } = roles;
  const named: SharedFiles = {
    block: (name) => (broken.has(name) ? 'broken' : blocks.get(name)),
    blockNames: () => blocks.keys(),
    groups,
  };
  const groupsText = JSON.stringify(groups);
  const placed = (problem: Problem): Problem => {
    const block = [...blocks.values()].find(({ file }) => file === problem.file);
    return block === undefined ? problem : { ...problem, ...block.position(problem.pointer) };
  };
  const parse = (text: MetadataText): ParsedEntity => {
    const parsed = parseEntity(text.content, metadataFileName(text), named, isSound);
    return 'problems' in parsed ? { problems: parsed.problems.map(placed) } : parsed;
  };
  /** What an entity is made of besides its own text. */
  const besides = (text: MetadataText): string => {
    const { mentioned, names } = readOnce(text, () => sharedNames(text.content), 'shared names');
    const used = mentioned.map((name) => `${name} ${broken.has(name) ? 'broken' : (blocks.get(name)?.hash ?? '')}`);
    return used.length > 0 || names ? `${used.join()} ${groupsText}` : '';
  };
  return {
    roles: roles.roles,
    roleGroups: groups,
    blocks,
    problems,
    named,
    entity: (text) => readOnce(text, () => parse(text), besides(text)),
  };
}
