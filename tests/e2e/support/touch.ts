import type { Locator, Page } from 'playwright/test';
import { expect } from './story.ts';

/** A day goes on where something is hard to hit, and tells of all of it. */
const softly = expect.configure({ soft: true });

/** Pixels that a finger hits. */
const FINGER = 40;

/** Nothing of the page stands outside the width of the phone. */
export async function fits(page: Page): Promise<void> {
  await softly
    .poll(() =>
      page.evaluate(() => {
        const { scrollWidth, clientWidth } = document.documentElement;
        return scrollWidth <= clientWidth ? '' : `${location.pathname}: ${scrollWidth} of ${clientWidth}`;
      }),
    )
    .toBe('');
}

/** Taps something that a finger can hit: it is at least 40 pixels high and wide. */
export async function tap(target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  await target.scrollIntoViewIfNeeded();
  const box = await target.boundingBox();
  const small = box === null || Math.round(box.width) < FINGER || Math.round(box.height) < FINGER;
  softly(small, `${String(target)} is ${box?.width} by ${box?.height}`).toBe(false);
  await target.tap();
}

/** Draws a line with a finger onto the paper of a signature. */
export async function signByFinger(page: Page): Promise<void> {
  const paper = page.getByRole('img', { name: /书写区$/ });
  await paper.scrollIntoViewIfNeeded();
  const box = await paper.boundingBox();
  if (box === null) throw new Error('no paper to sign on');
  const session = await page.context().newCDPSession(page);
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: readonly (readonly [number, number])[]) =>
    session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: points.map(([x, y]) => ({ x: box.x + x, y: box.y + y })),
    });
  await send('touchStart', [[20, 50]]);
  for (const [x, y] of [
    [50, 70],
    [90, 80],
    [120, 50],
    [150, 30],
  ] as const) {
    await send('touchMove', [[x, y]]);
  }
  await send('touchEnd', []);
  await session.detach();
}
