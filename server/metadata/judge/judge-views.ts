import { suggestion } from '../../../src/core/dialect/nearest.ts';
import { createProblemSink, type Problem } from '../../../src/core/dialect/problem.ts';
import type { MenuFile } from '../shipped-files.ts';

/** What is wrong with the entries of a menu that stand among the views of a page (`within`), told in `file`. */
export function judgeViews({ items }: MenuFile, file: string): readonly Problem[] {
  const sink = createProblemSink(file);
  for (const [code, { within, parent }] of Object.entries(items)) {
    if (within === undefined) continue;
    const page = Object.hasOwn(items, within) ? items[within] : undefined;
    const at = ['items', code, 'within'];
    if (page === undefined) {
      const known = suggestion(within, Object.keys(items));
      sink.error(at, `没有名为“${within}”的菜单${known}`, '改为同一上级下已有页面的菜单编码');
    } else if (page.page === undefined && page.screen === undefined) {
      sink.error(at, `“${within}”是菜单目录，没有视图`, '改为同一上级下已有页面的菜单编码');
    } else if (within === code || page.within !== undefined) {
      sink.error(at, `“${within}”自己不在侧边菜单里，不能再有视图`, `改为“${within}”所在的页面`);
    } else if (page.parent !== parent) {
      sink.error(at, `“${within}”与“${code}”不在同一上级下`, '把两者放在同一上级下');
    }
  }
  return sink.problems;
}
