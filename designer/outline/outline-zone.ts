import type { DropGroup } from '../dragging/drop-geometry.ts';
import { SECTIONS } from './groups.ts';

/** The groups of the outline that take what stands in `accepts`, as they are seen. */
export function outlineGroups(outline: HTMLElement, accepts: string): readonly DropGroup[] {
  if (accepts === SECTIONS.join('/')) {
    const items = [...outline.querySelectorAll<HTMLElement>('[data-section-item]')].map((heading) => ({
      id: heading.dataset.sectionItem ?? '',
      box: (heading.closest('section') ?? heading).getBoundingClientRect(),
    }));
    return items.length === 0 ? [] : [{ key: accepts, box: outline.getBoundingClientRect(), items }];
  }
  return [...outline.querySelectorAll<HTMLElement>('[data-group]')].flatMap((group) =>
    group.dataset.holder !== accepts
      ? []
      : [
          {
            key: group.dataset.group ?? '',
            box: group.getBoundingClientRect(),
            items: [...group.querySelectorAll<HTMLElement>('[data-item]')].map((item) => ({
              id: item.dataset.item ?? '',
              box: item.getBoundingClientRect(),
            })),
          },
        ],
  );
}
