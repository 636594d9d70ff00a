import { SaxesParser } from 'saxes';
import { READING_LIMITS } from './limits.ts';
import { tooMuch } from './refused-file.ts';

/** Attributes of an element, as the file names them. */
export type Attributes = Readonly<Record<string, string>>;

/** What is told of a part as it is walked through. Names come without prefix. */
interface XmlListener {
  open?(name: string, attributes: Attributes): void;
  text?(text: string): void;
  close?(name: string): void;
  /** Asked between pieces: whether the rest need not be read. */
  done?(): boolean;
  /** Waited for between pieces. */
  pause?(): Promise<void>;
}

/** Counts what a file holds, in all its parts together. */
export interface Tally {
  /** @throws RefusedFile where it is more than `READING_LIMITS` says. */
  add(what: 'rows' | 'cells' | 'merges' | 'strings' | 'characters' | 'elements', count?: number): void;
  readonly fileName: string;
}

/** A count of a file that begins. */
export function createTally(fileName: string): Tally {
  const counts = { rows: 0, cells: 0, merges: 0, strings: 0, characters: 0, elements: 0 };
  return {
    fileName,
    add(what, count = 1) {
      counts[what] += count;
      if (counts[what] > READING_LIMITS[what]) throw tooMuch(fileName, what);
    },
  };
}

/**
 * Walks through an XML part as it comes, keeping nothing of it but the elements that are open.
 * @throws RefusedFile where it holds too much; Error where it is no XML.
 */
export async function walkXml(content: AsyncIterable<Buffer>, tally: Tally, listener: XmlListener): Promise<void> {
  const parser = new SaxesParser();
  const decoder = new TextDecoder();
  let depth = 0;
  let stretch = 0;
  parser.on('opentag', ({ name, attributes }) => {
    stretch = 0;
    depth += 1;
    tally.add('elements');
    if (depth > READING_LIMITS.depth) throw tooMuch(tally.fileName, 'depth');
    listener.open?.(local(name), attributes);
  });
  parser.on('text', (text) => {
    stretch = 0;
    listener.text?.(text);
  });
  parser.on('cdata', (text) => {
    stretch = 0;
    listener.text?.(text);
  });
  parser.on('closetag', ({ name }) => {
    stretch = 0;
    depth -= 1;
    listener.close?.(local(name));
  });
  const write = (text: string) => {
    stretch += text.length;
    parser.write(text);
    // The parser keeps a text, a comment or a tag until it ends.
    if (stretch > READING_LIMITS.stretch) throw tooMuch(tally.fileName, 'stretch');
  };
  for await (const chunk of content) {
    write(decoder.decode(chunk, { stream: true }));
    if (listener.done?.() === true) return;
    await listener.pause?.();
  }
  write(decoder.decode());
  parser.close();
}

const local = (name: string): string => name.slice(name.indexOf(':') + 1);
