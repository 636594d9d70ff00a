import type { Entity } from './entity.generated.ts';
import type { LintedEntity } from './lint-context.ts';

/**
 * Whoever enters records by hand has whole lists of them at times: a page that offers `add` offers `import` too, or the
 * file says why not. A tenant's file that says neither is served all the same.
 */
export function lintTransfer({ entity, sink }: LintedEntity): void {
  const imports = pageWith(entity, 'import');
  if (entity.import?.none !== undefined) {
    if (imports !== undefined) {
      sink.error(
        ['import', 'none'],
        `页面“${imports}”可以导入，与“不导入的原因”矛盾`,
        '删去 none，或去掉页面的按钮 import',
      );
    }
    return;
  }
  const adds = pageWith(entity, 'add');
  if (adds === undefined || imports !== undefined) return;
  sink.warning(
    ['pages', adds, 'actions'],
    `“${entity.title}”可以新增而不能导入`,
    '在 actions 和 grants 里加上 import，或在 import.none 写明不导入的原因',
  );
}

/** The first page that offers the button. */
function pageWith({ pages }: Entity, action: string): string | undefined {
  return Object.entries(pages ?? {}).find(([, page]) => page.actions?.includes(action) === true)?.[0];
}
