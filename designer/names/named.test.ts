import { expect, test } from 'vitest';
import { entityPlace, type Place } from '../../src/core/dialect/walk/place.ts';
import KEYWORDS from '../help/keywords.json' with { type: 'json' };
import { isCaptioned } from '../properties/captions.ts';
import { placesByKind } from '../publish/value-words.ts';
import { isKind } from './kinds.ts';
import { isWorded } from './words.ts';

/** What the dialect may say: each keyword with where it first stands, each word of a choice, each sentence that explains. */
function saidBelow(place: Place, isShown: (place: Place) => boolean) {
  const keywords = new Map<string, string>();
  const words = new Map<string, string>();
  const sentences = new Set<string>();
  const seen = new Set<Place>();
  visit(place, '');
  return { keywords, words, sentences };

  function visit(here: Place | undefined, way: string): void {
    if (here === undefined || seen.has(here) || !isShown(here)) return;
    seen.add(here);
    if (Array.isArray(here.node.enum)) for (const word of here.node.enum) words.set(String(word), way);
    for (const [keyword, below] of here.properties) {
      keywords.set(keyword, way);
      if (isShown(below) && below.description !== '') sentences.add(below.description);
      visit(below, `${way}/${keyword}`);
    }
    for (const form of here.branches) visit(form, way);
    visit(here.keys, `${way}/(key)`);
    visit(here.entries, `${way}/*`);
    visit(here.items, `${way}/0`);
  }
}

const all = saidBelow(entityPlace(), () => true);
/** What a company may say itself, and so is asked what it means. */
const own = saidBelow(entityPlace(), ({ marks }) => marks.shipped !== true && marks.authored !== true);

test('each keyword has a name', () => {
  expect(all.keywords.size).toBeGreaterThan(250);
  expect([...all.keywords].filter(([keyword]) => !isCaptioned(keyword))).toEqual([]);
});

test('each word that is chosen has a name', () => {
  expect(all.words.size).toBeGreaterThan(120);
  expect([...all.words].filter(([word]) => !isWorded(word))).toEqual([]);
});

test('each keyword that a company may set is explained in Chinese, and nothing else is', () => {
  expect(own.sentences.size).toBeGreaterThan(350);
  const explained = new Set(Object.keys(KEYWORDS));
  expect([...own.sentences].filter((sentence) => !explained.has(sentence))).toEqual([]);
  expect([...explained].filter((sentence) => !own.sentences.has(sentence))).toEqual([]);
  expect(Object.values(KEYWORDS).filter((text) => !/\p{Script=Han}/u.test(text))).toEqual([]);
});

test('each kind of thing that a change may be about has a name', () => {
  const kinds = [...placesByKind().keys()];
  expect(kinds.length).toBeGreaterThan(20);
  expect(kinds.filter((kind) => !isKind(kind))).toEqual([]);
});
