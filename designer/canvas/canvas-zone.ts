import type { Entity } from '../../src/core/dialect/entity.generated.ts';
import { type Draft, entryId } from '../../src/core/overlay/draft.ts';
import type { OverlayAddress } from '../../src/core/overlay/overlay.ts';
import type { DropGroup } from '../dragging/drop-geometry.ts';
import { FIELDS, SECTIONS } from '../outline/groups.ts';

/** The thing that an element of the canvas draws: a field, or a section by its heading; undefined for none. */
export function thingOf(entity: Entity, element: Element): OverlayAddress | undefined {
  const field = element.closest<HTMLElement>('[data-field]')?.dataset.field;
  if (field !== undefined) {
    const properties = entity.record.properties as unknown as Draft;
    return Object.hasOwn(properties, field) ? [...FIELDS, entryId(properties, field)] : undefined;
  }
  const heading = element.closest('h2, [role="tab"], .ant-collapse-header, .anlan-ds-empty');
  const section = heading?.closest<HTMLElement>('[data-section]')?.dataset.section;
  const id = section === undefined ? '' : sectionId(entity, section);
  return id === '' ? undefined : [...SECTIONS, id];
}

/** Permanent id of a section by its key; '' for that of the fields that no section names. */
function sectionId({ form }: Entity, key: string): string {
  const sections = (form?.sections ?? {}) as unknown as Draft;
  return Object.hasOwn(sections, key) ? entryId(sections, key) : '';
}

/** The groups of the canvas that take what stands in `accepts`, named as the outline names them. */
export function canvasGroups(entity: Entity, canvas: HTMLElement, accepts: string): readonly DropGroup[] {
  const sections = [...canvas.querySelectorAll<HTMLElement>('[data-section]')].map((element) => ({
    element,
    id: sectionId(entity, element.dataset.section ?? ''),
  }));
  if (accepts === SECTIONS.join('/')) {
    const items = sections
      .filter(({ id }) => id !== '')
      .map(({ element, id }) => ({ id, box: element.getBoundingClientRect() }));
    return items.length === 0 ? [] : [{ key: accepts, box: canvas.getBoundingClientRect(), items }];
  }
  if (accepts !== FIELDS.join('/')) return [];
  const properties = entity.record.properties as unknown as Draft;
  return sections.map(({ element, id }) => ({
    key: id === '' ? 'loose' : `section ${id}`,
    box: element.getBoundingClientRect(),
    items: [...element.querySelectorAll<HTMLElement>('[data-field]')].map((field) => ({
      id: entryId(properties, field.dataset.field ?? ''),
      box: field.getBoundingClientRect(),
    })),
  }));
}
