import { describe, expect, it } from 'vitest';
import { reveal } from './reveal.ts';

/** An element that stands where it is said. */
function at(top: number, left: number, height: number, width: number): Element {
  const box = { top, left, bottom: top + height, right: left + width };
  return { getBoundingClientRect: () => box, scrollTop: 100, scrollLeft: 100 } as unknown as Element;
}

describe('what is brought into sight', () => {
  const cases = [
    ['in sight', at(10, 10, 20, 20), [100, 100]],
    ['below and to the right', at(90, 190, 20, 20), [110, 110]],
    ['above and to the left', at(-5, -7, 20, 20), [95, 93]],
    ['larger than what holds it', at(50, 150, 300, 300), [150, 250]],
  ] as const;
  for (const [where, item, [top, left]] of cases) {
    it(`${where}, from its start on`, () => {
      const holder = at(0, 0, 100, 200);
      reveal(item, holder);
      expect([holder.scrollTop, holder.scrollLeft]).toEqual([top, left]);
    });
  }

  it('is nothing where it or its holder is missing', () => {
    expect(() => reveal(undefined, null)).not.toThrow();
  });
});
