import { contentDisposition, sanitiseFileName } from '../../../../server/files/file-name.ts';
import type { HostileKind } from '../hostile-kind.ts';

/** Headers of one part of a multipart body: as much as the parser keeps of them. */
const LARGEST = 80 * 1024;

const kind = (name: string, part: string, end = ''): HostileKind => ({
  name: `file-name-${name}`,
  unit: 'characters',
  largest: LARGEST,
  open: () => ({
    prepare(size) {
      const text = part.repeat(size / part.length) + end;
      return () => contentDisposition('attachment', sanitiseFileName(text));
    },
  }),
});

/** Names of files, each as long as the headers of a part may be. */
export const fileNames: readonly HostileKind[] = [
  kind('dots', '.', 'x'),
  kind('spaces', ' ', 'x'),
  kind('dots-and-spaces', '. ', '.\u0001x'),
  kind('slashes', '/', 'x'),
  kind('joiners', '\u200D', 'x'),
  kind('emoji', '\u{1F468}\u200D'),
  kind('unseen', '\u00AD', 'x'),
  kind('marks', '\u0301', 'x'),
  kind('marks-in-turn', '\u0301\u0323', 'x'),
  kind('quotes', '"%'),
];
