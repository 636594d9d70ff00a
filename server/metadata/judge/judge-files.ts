import { suggestion } from '../../../src/core/dialect/nearest.ts';
import { createProblemSink, type Problem } from '../../../src/core/dialect/problem.ts';
import type { EntityModel } from '../../../src/core/model/entity-model.ts';
import { entityFile } from '../../../src/core/model/model-world.ts';
import { areaContainer } from '../menu-entries.ts';
import { metadataFileName } from '../metadata-files.ts';
import type { ParsedWorld } from './parse-world.ts';

/** What is wrong with dictionaries, settings and the menu beside each other; entities are `lintWorld`'s. */
export function judgeFiles(parsed: ParsedWorld, models: Iterable<EntityModel>): readonly Problem[] {
  return [...judgeDictionaries(parsed), ...judgeSettings(parsed), ...judgeMenu(parsed, models)];
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

const MENU = metadataFileName({ kind: 'menu', key: 'menu', area: '' });

/** Ids and paths of the menu stand once, also where a page that it does not place takes one of its own. */
function judgeMenu({ menu, roles }: ParsedWorld, models: Iterable<EntityModel>): readonly Problem[] {
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
    if (item.roles !== undefined && !Object.hasOwn(menu.roleGroups, item.roles)) {
      const known = suggestion(item.roles, Object.keys(menu.roleGroups));
      sink.error(['items', code, 'roles'], `没有名为“${item.roles}”的角色组${known}`, '改为已有的角色组');
    }
  }
  if (Object.keys(roles).length > 0) {
    for (const [group, members] of Object.entries(menu.roleGroups)) {
      for (const [index, role] of members.entries()) {
        if (role === '*' || Object.hasOwn(roles, role)) continue;
        const known = suggestion(role, Object.keys(roles));
        sink.error(['roleGroups', group, index], `没有名为“${role}”的角色${known}`, '改为已有的角色编码');
      }
    }
  }
  return [...sink.problems, ...judgePagePaths(menu, models, paths)];
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
