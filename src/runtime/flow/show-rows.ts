import { markLed } from '../../ui/lead-to.ts';
import { onceActing, whenThere } from '../../ui/when-there.ts';

/** Id of the part of the page in which rows of a child stand. */
export function childSection(key: string): string {
  return `anlan-child-${key}`;
}

/** Milliseconds within which what stands above rows may still grow, once they are there. */
const SETTLES = 2_000;

/**
 * Brings the rows of an entity below a record to the top of the window. They may still be on their way when somebody asks
 * for them, and what stands above them may still grow: they are followed until the page is still, or the person does
 * something else.
 */
export function showRows(entity: string): void {
  const find = () => document.getElementById(childSection(entity));
  whenThere(find, () => {
    const until = performance.now() + SETTLES;
    let place: number | undefined;
    let marked: HTMLElement | undefined;
    let isOver = false;
    const leave = onceActing(() => {
      isOver = true;
    });
    const follow = () => {
      if (isOver) return;
      const section = find();
      // It may be drawn anew meanwhile.
      if (section !== null && section !== marked) {
        marked = section;
        markLed(section);
      }
      if (section !== null && section.getBoundingClientRect().top !== place) {
        section.scrollIntoView({ block: 'start' });
        place = section.getBoundingClientRect().top;
      }
      if (performance.now() < until) requestAnimationFrame(follow);
      else leave();
    };
    follow();
  });
}
