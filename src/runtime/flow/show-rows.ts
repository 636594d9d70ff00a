import { markLed } from '../../ui/lead-to.ts';

/** Id of the part of the page in which rows of a child stand. */
export function childSection(key: string): string {
  return `anlan-child-${key}`;
}

/** Milliseconds within which rows that are still being read come, and push what stands below them. */
const SETTLES = 2_000;
const ACTS = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/**
 * Brings the rows of an entity below a record to the top of the window. They may still be on their way when somebody asks
 * for them, and what stands above them may still grow: they are followed until the page is still, or the person does
 * something else.
 */
export function showRows(entity: string): void {
  const until = performance.now() + SETTLES;
  let place: number | undefined;
  let marked: HTMLElement | undefined;
  let isOver = false;
  const end = () => {
    isOver = true;
    for (const act of ACTS) window.removeEventListener(act, end);
  };
  for (const act of ACTS) window.addEventListener(act, end, { passive: true });
  const follow = () => {
    if (isOver) return;
    const section = document.getElementById(childSection(entity));
    const top = section?.getBoundingClientRect().top;
    // It is marked once it is there.
    if (section !== null && section !== marked) {
      marked = section;
      markLed(section);
    }
    if (section !== null && top !== place) {
      section.scrollIntoView({ block: 'start' });
      place = section.getBoundingClientRect().top;
    }
    if (performance.now() < until) requestAnimationFrame(follow);
    else end();
  };
  follow();
}
