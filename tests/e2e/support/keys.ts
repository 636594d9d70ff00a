import type { Locator, Page } from 'playwright/test';
import { expect } from './story.ts';

/** Steps of Tab after which a person would give up. */
const PATIENT_STEPS = 90;

/** Whether an element has the focus. */
const isFocused = (target: Locator): Promise<boolean> =>
  target.evaluate((element) => element === document.activeElement);

/**
 * What has the focus, where nobody could see that it has: it stands outside the window, or nothing around or beside it
 * marks it. Undefined where it is seen.
 */
function unseenFocus(page: Page): Promise<string | undefined> {
  return page.evaluate(() => {
    const focus = document.activeElement;
    // Behind the last stop come those of the browser itself.
    if (focus === null || focus === document.body) return undefined;
    const marked = (element: Element): boolean => {
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
      return (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0) || boxShadow !== 'none';
    };
    const { left, top, right, bottom, width, height } = focus.getBoundingClientRect();
    const called = `${focus.tagName.toLowerCase()}.${String(focus.getAttribute('class'))} “${(
      focus.getAttribute('aria-label') ??
      focus.textContent ??
      ''
    )
      .trim()
      .slice(0, 40)}”`;
    const inside = right > 0 && bottom > 0 && left < innerWidth && top < innerHeight;
    if (!inside) return `${called} stands outside the window (${Math.round(left)}, ${Math.round(top)})`;
    // A box is drawn around its input; what only lies around many things marks none of them.
    const around: Element[] = [];
    for (let element: Element | null = focus; element !== null && around.length < 5; element = element.parentElement) {
      const box = element.getBoundingClientRect();
      if (box.height > Math.max(height, 24) + 30 || box.width > Math.max(width, 160) + 400) break;
      around.push(element);
    }
    const beside = [...(focus.parentElement?.children ?? [])];
    // Lists mark their present entry, and the focus stays where it was.
    const active = focus.getAttribute('aria-activedescendant');
    const entry = active === null ? null : document.getElementById(active);
    const lit = focus.closest('[class*="-item-active"], [class*="-submenu-active"], [class*="-title-active"]') !== null;
    if (lit || entry !== null || [...around, ...beside].some(marked)) return undefined;
    return `${called} has the focus, and nothing shows it`;
  });
}

/** The keyboard of somebody who touches no mouse, and what of his way he could not see. */
export interface Keys {
  /** Presses a key, with those that are held: `Control+s`. */
  press(...keys: readonly string[]): Promise<void>;
  /** Types a text to where the focus is. */
  type(text: string): Promise<void>;
  /** Tabs on to an element; `back` goes the other way. */
  to(target: Locator, back?: boolean): Promise<void>;
  /** Tabs on to an element and presses Enter on it. */
  enter(target: Locator, back?: boolean): Promise<void>;
  /** Tabs on to a box and types into it, over what stands there. */
  write(target: Locator, text: string): Promise<void>;
  /** Presses an arrow until an element has the focus or is marked. */
  arrow(key: string, target: Locator): Promise<void>;
  /** Stops at which the focus could not be seen. */
  readonly unseen: readonly string[];
}

export function keysOf(page: Page): Keys {
  const unseen: string[] = [];
  const look = async (): Promise<void> => {
    if ((await unseenFocus(page)) === undefined) return;
    // The heads of a table follow its body one frame later; what still cannot be seen after two is a fault.
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
    const found = await unseenFocus(page);
    if (found !== undefined && !unseen.includes(`${new URL(page.url()).pathname}: ${found}`)) {
      unseen.push(`${new URL(page.url()).pathname}: ${found}`);
    }
  };
  const keys: Keys = {
    unseen,
    async press(...pressed) {
      for (const key of pressed) await page.keyboard.press(key);
    },
    type: (text) => page.keyboard.type(text),
    async to(target, back = false) {
      await expect(target).toBeVisible();
      const stops: string[] = [];
      for (let step = 0; step < PATIENT_STEPS; step += 1) {
        if (await isFocused(target)) return look();
        await page.keyboard.press(back ? 'Shift+Tab' : 'Tab');
        stops.push(await page.evaluate(() => document.activeElement?.textContent?.trim().slice(0, 12) ?? ''));
        await look();
      }
      throw new Error(`Tab does not lead to ${String(target)}, but to ${stops.join(' | ')}`);
    },
    async enter(target, back = false) {
      await keys.to(target, back);
      await page.keyboard.press('Enter');
    },
    async write(target, text) {
      await keys.to(target);
      await page.keyboard.press('Control+a');
      await page.keyboard.type(text);
    },
    async arrow(key, target) {
      const marked = () =>
        target.evaluate(
          (element) =>
            element === document.activeElement ||
            element.contains(document.activeElement) ||
            /-active\b/.test(element.getAttribute('class') ?? '') ||
            (element.id !== '' && document.activeElement?.getAttribute('aria-activedescendant') === element.id),
        );
      await expect(target).toBeAttached();
      for (let step = 0; step < PATIENT_STEPS; step += 1) {
        if (await marked()) {
          // Menus mark their entry at once, and give it the focus in the next frame.
          await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
          return look();
        }
        await page.keyboard.press(key);
      }
      throw new Error(`${key} does not lead to ${String(target)}`);
    },
  };
  return keys;
}
