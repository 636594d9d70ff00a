import { createProblemSink, type Problem } from '../../../src/core/dialect/problem.ts';
import { buildJointPage, jointPageFile } from '../../../src/core/joint/build-joint.ts';
import type { EntityModel, PageModel } from '../../../src/core/model/entity-model.ts';
import { entityFile } from '../../../src/core/model/model-world.ts';
import { isOwnKey } from '../../../src/core/overlay/own-entity.ts';
import { jointWorldOf } from '../joint-pages.ts';
import { areaContainer } from '../menu-entries.ts';
import { fileChoices } from '../model-set.ts';
import { roleFault } from './judge-files.ts';
import type { ParsedWorld } from './parse-world.ts';

/** What is wrong with pages of no single entity: by themselves, beside pages of entities, and in the menu. */
export function judgeJointPages(
  parsed: ParsedWorld,
  models: ReadonlyMap<string, EntityModel>,
  settings: ReadonlyMap<string, string | number | boolean>,
): readonly Problem[] {
  if (parsed.jointPages.size === 0) return [];
  const pages = new Map<string, { entity: EntityModel; page: PageModel }>();
  for (const entity of models.values()) {
    for (const page of Object.values(entity.pages)) pages.set(page.code, { entity, page });
  }
  const dictionaries = new Map([...parsed.dictionaries].map(([code, file]) => [code, { choices: fileChoices(file) }]));
  const world = jointWorldOf(parsed, {
    models,
    pages,
    dictionaries,
    settings: new Map([...parsed.settings, ...settings]),
  });
  return [...parsed.jointPages].flatMap(([code, file]) => {
    const sink = createProblemSink(jointPageFile(code));
    const holder = pages.get(code)?.entity;
    if (holder !== undefined) {
      const at = entityFile(holder.area, holder.key);
      sink.error(['page'], `页面编码“${code}”已在 ${at} 中`, '换一个页面编码，并把文件改成相同的名字');
    }
    if (isOwnKey(code)) {
      sink.error(['page'], `“${code}”这样的名字留给企业自建业务的页面`, '换一个不以 own 加大写字母开头的名字');
    }
    for (const [index, role] of (file.roles ?? []).entries()) {
      const fault = roleFault(role, parsed);
      if (fault !== undefined) sink.error(['roles', index], fault.message, fault.fix);
    }
    const placed = Object.hasOwn(parsed.menu.items, code) || file.hidden === true;
    if (!placed && areaContainer(parsed.menu, file.area) === undefined && parsed.menu.items[code] === undefined) {
      const areas = new Set(Object.values(parsed.menu.items).flatMap(({ area }) => area ?? []));
      const known = [...areas].filter((area) => areaContainer(parsed.menu, area) !== undefined).sort();
      sink.warning(
        ['area'],
        `菜单里没有“${file.area}”领域的位置，页面单独排在“${file.area}”一组`,
        `改为 ${known.join('、')} 之一，或在 schemas/menus/menu.json 里给它安排位置`,
      );
    }
    return [...sink.problems, ...buildJointPage(file, world).problems];
  });
}
