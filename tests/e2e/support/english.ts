import { join } from 'node:path';
import type { Page } from 'playwright/test';
import { readCodeTexts } from '../../../scripts/locales/code-texts.ts';
import { readWorld } from '../../../scripts/metadata/read-world.ts';
import { entityTexts } from '../../../src/core/text/text-ids.ts';
import { expect } from './story.ts';

/** All pages are read to the end of the day, and what is strange on each is told. */
const softly = expect.configure({ soft: true });

const root = join(import.meta.dirname, '../../..');
const HAN = /\p{Script=Han}/u;
/** Chinese words, and the marks that only Chinese puts between them. */
const CHINESE = /[\p{Script=Han}，。；：？！、（）「」]+/gu;
/** Characters from which on a part of a text that people typed is known again: what is cut off, or one line of several. */
const PART = 4;

/** Every Chinese text of the product that has translations: what stands on a page in another language was forgotten. */
async function interfaceTexts(): Promise<ReadonlySet<string>> {
  const { world } = readWorld(join(root, 'schemas'));
  const texts = new Set<string>();
  for (const table of (await readCodeTexts(root)).values())
    for (const text of Object.values(Object.fromEntries(table))) texts.add(text);
  for (const { entity } of world.entities.values()) for (const { text } of entityTexts(entity)) texts.add(text);
  for (const sources of (world.sources ?? new Map()).values()) {
    for (const { texts: all } of sources) for (const { text } of all) texts.add(text);
  }
  return texts;
}

function strings(value: unknown, into: Set<string>): void {
  if (typeof value === 'string') {
    if (HAN.test(value)) into.add(value.trim());
  } else if (Array.isArray(value)) for (const entry of value) strings(entry, into);
  else if (value !== null && typeof value === 'object') for (const entry of Object.values(value)) strings(entry, into);
}

/** Texts of a page that people see or are read, with Chinese in them. */
function chineseOf(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const found = new Set<string>([document.title]);
    const isMeant = (element: Element) =>
      element.closest('[lang]:not(html):not([lang^="en"]), script, style, template') === null;
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
      const { parentElement: parent, textContent } = node;
      if (parent?.checkVisibility({ visibilityProperty: true }) && isMeant(parent))
        found.add(textContent?.trim() ?? '');
    }
    for (const element of document.body.querySelectorAll('*')) {
      if (!element.checkVisibility({ visibilityProperty: true }) || !isMeant(element)) continue;
      for (const name of ['aria-label', 'placeholder', 'title', 'alt', 'aria-description', 'aria-valuetext']) {
        found.add(element.getAttribute(name)?.trim() ?? '');
      }
    }
    return [...found].filter((text) => /[\u3000-\u303f\u4e00-\u9fff\uff00-\uffef]/.test(text));
  });
}

/** Somebody who reads English alone. */
interface EnglishReader {
  /** Expects that no Chinese stands on the page but what people typed. */
  understands(): Promise<void>;
}

/**
 * Watches what answers bring to a page: those texts people have typed, unless they are texts of the product, which an
 * English answer says in English. `typed` names texts of people that are spelled like one of the product's.
 */
export async function englishReader(page: Page, typed: readonly string[] = []): Promise<EnglishReader> {
  const own = await interfaceTexts();
  const brought = new Set<string>(typed);
  page.on('response', async (answer) => {
    if (!answer.url().includes('/api/') || !(answer.headers()['content-type'] ?? '').includes('json')) return;
    // The page may have gone on meanwhile, and the answer with it.
    const body: unknown = await answer.json().catch(() => undefined);
    const found = new Set<string>();
    strings(body, found);
    for (const text of found) if (!own.has(text)) brought.add(text);
  });
  const strange = (text: string): readonly string[] => {
    if (own.has(text) && !typed.includes(text)) return [text];
    // The picture of a person without one is the beginning of his name.
    if (text.length === 1 && [...brought].some((known) => known.startsWith(text))) return [];
    let rest = text;
    for (const known of [...brought].sort((one, other) => other.length - one.length)) {
      if (known.length > 1) rest = rest.replaceAll(known, ' ');
    }
    return (rest.match(CHINESE) ?? []).filter(
      (piece) => !(piece.length >= PART && [...brought].some((known) => known.includes(piece))),
    );
  };
  return {
    async understands() {
      const loading = page.locator('main :is(.ant-skeleton, .ant-spin-spinning, [aria-busy="true"])');
      await expect(loading.filter({ visible: true })).toHaveCount(0);
      await softly
        .poll(async () =>
          (await chineseOf(page)).flatMap((text) => {
            const pieces = strange(text);
            return pieces.length === 0 ? [] : [`${text.slice(0, 60)} → ${pieces.join(' ')}`];
          }),
        )
        .toEqual([]);
    },
  };
}
