import { DEFAULT_LANGUAGE, TRANSLATIONS } from '../../../src/core/text/language.ts';
import type { EntityCall, Notice } from '../../records/call/ports.ts';
import { wording } from '../../records/call/stored.ts';

const TITLE_LENGTH = 200;
const TEXT_LENGTH = 1000;

function shortened(text: string, length: number): string {
  const characters = [...text];
  return characters.length > length ? `${characters.slice(0, length - 1).join('')}…` : text;
}

interface Words {
  readonly title: string;
  readonly text: string | null;
}

/** A notice in Chinese and, where they differ from it, in the other languages. */
export interface WordedNotice extends Words {
  readonly wordings: Readonly<Record<string, Partial<Words>>> | null;
}

async function wordsOf(over: EntityCall, { title, text }: Notice): Promise<Words> {
  const words = text === undefined ? '' : await text(over);
  return {
    title: shortened(await title(over), TITLE_LENGTH),
    text: words === '' ? null : shortened(words, TEXT_LENGTH),
  };
}

/** Words a notice once for each language, whatever language the person who sets it off speaks. */
export async function wordNotice(call: EntityCall, notice: Notice): Promise<WordedNotice> {
  const chinese = await wording(call, DEFAULT_LANGUAGE, (over) => wordsOf(over, notice));
  const wordings: Record<string, Partial<Words>> = {};
  for (const language of TRANSLATIONS) {
    const { title, text } = await wording(call, language, (over) => wordsOf(over, notice));
    const differing = {
      ...(title === chinese.title ? {} : { title }),
      ...(text === chinese.text ? {} : { text }),
    };
    if (Object.keys(differing).length > 0) wordings[language] = differing;
  }
  return { ...chinese, wordings: Object.keys(wordings).length === 0 ? null : wordings };
}
