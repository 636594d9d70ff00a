import { suggestion } from '../../../src/core/dialect/nearest.ts';
import { createProblemSink, type Problem } from '../../../src/core/dialect/problem.ts';
import type { EntityModel } from '../../../src/core/model/entity-model.ts';
import { entityFile } from '../../../src/core/model/model-world.ts';
import { isOwnKey } from '../../../src/core/overlay/own-entity.ts';
import { areaContainer } from '../menu-entries.ts';
import { metadataFileName } from '../metadata-files.ts';
import { judgeViews } from './judge-views.ts';
import type { ParsedWorld } from './parse-world.ts';

/** What is wrong with dictionaries, settings and the menu beside each other; entities are `lintWorld`'s. */
export function judgeFiles(parsed: ParsedWorld, models: Iterable<EntityModel>): readonly Problem[] {
  return [
    ...judgeDictionaries(parsed),
    ...judgeSettings(parsed),
    ...judgeRoles(parsed),
    ...judgeBlocks(parsed),
    ...judgeMenu(parsed, models),
    ...judgeOwnKeys(parsed),
  ];
}

/** Names that are kept for what companies make themselves. */
function judgeOwnKeys({ entities }: ParsedWorld): readonly Problem[] {
  return entities.flatMap(({ area, entity: { entity, pages } }) => {
    const sink = createProblemSink(entityFile(area, entity));
    const fix = '换一个不以 own 加大写字母开头的名字';
    if (isOwnKey(entity)) sink.error(['entity'], `“${entity}”这样的名字留给企业自建的业务`, fix);
    for (const code of Object.keys(pages ?? {}).filter(isOwnKey)) {
      sink.error(['pages', code], `“${code}”这样的名字留给企业自建业务的页面`, fix);
    }
    return sink.problems;
  });
}

function judgeDictionaries({ dictionaries }: ParsedWorld): readonly Problem[] {
  return [...dictionaries].flatMap(([code, { options, parentDictionary }]) => {
    const sink = createProblemSink(metadataFileName({ kind: 'dictionary', key: code, area: '' }));
    const orders = new Map<number, string>();
    const above = parentDictionary === undefined ? options : dictionaries.get(parentDictionary)?.options;
    if (above === undefined) {
      sink.error(['parentDictionary'], `没有字典“${parentDictionary}”`, '改为已有的字典编码');
    }
    for (const [key, { order, parent }] of Object.entries(options)) {
      const other = orders.get(order);
      if (other !== undefined) {
        sink.error(['options', key, 'order'], `“${key}”与“${other}”的次序都是 ${order}`, '给每个选项不同的次序');
      }
      orders.set(order, key);
      if (parent === undefined || above === undefined) continue;
      const itself = parentDictionary === undefined && parent === key;
      if (itself || !Object.hasOwn(above, parent)) {
        const at = ['options', key, 'parent'];
        sink.error(
          at,
          `没有名为“${parent}”的上级选项${suggestion(parent, Object.keys(above))}`,
          '改为已有的选项，不能是自己',
        );
      }
    }
    return sink.problems;
  });
}

function judgeSettings({ settingsFiles }: ParsedWorld): readonly Problem[] {
  return [...settingsFiles].flatMap(([area, { settings }]) => {
    const sink = createProblemSink(metadataFileName({ kind: 'settings', key: area, area }));
    for (const [key, { value, minimum, maximum }] of Object.entries(settings)) {
      const limited = minimum !== undefined || maximum !== undefined;
      const outside = typeof value === 'number' && (value < (minimum ?? value) || value > (maximum ?? value));
      if (!outside && (!limited || typeof value === 'number')) continue;
      const message = outside ? '出厂值不在允许的范围内' : '只有数值可以有 minimum 和 maximum';
      sink.error(['settings', key, 'value'], message, '改正出厂值或范围');
    }
    return sink.problems;
  });
}

/** What is wrong with a role or group of roles that a file of the product names. */
export function roleFault(
  name: string,
  { roles, roleGroups }: Pick<ParsedWorld, 'roles' | 'roleGroups'>,
): { message: string; fix: string } | undefined {
  const isGroup = name.startsWith('@');
  const known = isGroup ? Object.keys(roleGroups).map((key) => `@${key}`) : [...Object.keys(roles), EVERYONE];
  // Where there is no list of roles they are not looked at.
  if (known.includes(name) || (!isGroup && Object.keys(roles).length === 0)) return undefined;
  const what = isGroup ? '角色组' : '角色';
  const fix = `改为 schemas/roles.json 里的${what}`;
  return { message: `没有名为“${name}”的${what}${suggestion(name, known)}`, fix };
}

/** Groups name single roles, so that each is read where it stands. */
function judgeRoles(parsed: ParsedWorld): readonly Problem[] {
  const sink = createProblemSink(metadataFileName({ kind: 'roles', key: 'roles', area: '' }));
  for (const [group, members] of Object.entries(parsed.roleGroups)) {
    for (const [index, role] of members.entries()) {
      const fault = roleFault(role, parsed);
      if (fault !== undefined) sink.error(['groups', group, index], fault.message, fault.fix);
    }
  }
  return sink.problems;
}

/** Blocks are used, and so is each name of theirs by one of their users. */
function judgeBlocks({ blocks, entities }: ParsedWorld): readonly Problem[] {
  return [...blocks].flatMap(([name, { file }]) => {
    const sink = createProblemSink(file);
    const users = entities.flatMap(({ resolution }) =>
      resolution?.blocks.includes(name) === true ? [resolution] : [],
    );
    if (users.length === 0) sink.warning([], '没有实体使用这个区块', '在实体文件里用 use 使用它，或删去');
    const unused = users.map((user) => new Set(user.unused.filter((at) => at.file === file).map((at) => at.name)));
    for (const key of unused[0] ?? []) {
      if (unused.every((names) => names.has(key)))
        sink.warning(['define', key], `没有地方用到“${key}”`, '用上它，或删去');
    }
    return sink.problems;
  });
}

/** Each signed-in user. */
const EVERYONE = 'everyone';

const MENU = metadataFileName({ kind: 'menu', key: 'menu', area: '' });

/** Ids and paths of the menu stand once, also where a page that it does not place takes one of its own. */
function judgeMenu(parsed: ParsedWorld, models: Iterable<EntityModel>): readonly Problem[] {
  const { menu } = parsed;
  const sink = createProblemSink(MENU);
  const ids = new Map<string, string>();
  const paths = new Map<string, string>();
  for (const [code, item] of Object.entries(menu.items)) {
    for (const [what, name, seen] of [
      ['id', item.id, ids],
      ['path', item.path, paths],
    ] as const) {
      const other = seen.get(name);
      if (other === undefined) seen.set(name, code);
      else sink.error(['items', code, what], `菜单“${code}”与“${other}”的 ${what} 都是“${name}”`, `换一个 ${what}`);
    }
    if (item.parent !== null && !Object.hasOwn(menu.items, item.parent)) {
      const known = suggestion(item.parent, Object.keys(menu.items));
      sink.error(['items', code, 'parent'], `没有名为“${item.parent}”的上级菜单${known}`, '改为已有的菜单编码或 null');
    }
    for (const [index, role] of (item.roles ?? []).entries()) {
      const fault = roleFault(role, parsed);
      if (fault !== undefined) sink.error(['items', code, 'roles', index], fault.message, fault.fix);
    }
  }
  return [...sink.problems, ...judgeViews(menu, MENU), ...judgePagePaths(menu, models, paths)];
}

function judgePagePaths(
  menu: ParsedWorld['menu'],
  models: Iterable<EntityModel>,
  paths: ReadonlyMap<string, string>,
): readonly Problem[] {
  return [...models].flatMap((model) => {
    const own = createProblemSink(entityFile(model.area, model.key));
    const container = areaContainer(menu, model.area);
    const start = container === undefined ? `/safety/${model.area}` : menu.items[container]?.path;
    for (const page of Object.values(model.pages)) {
      if (Object.hasOwn(menu.items, page.code) || page.hidden) continue;
      const path = `${start}/${page.code}`;
      const other = paths.get(path);
      if (other === undefined) continue;
      const message = `页面“${page.code}”的菜单路径“${path}”已属于 ${MENU} 中的“${other}”`;
      own.error(['pages', page.code], message, '换一个页面编码，或在菜单里给它安排位置');
    }
    return own.problems;
  });
}
