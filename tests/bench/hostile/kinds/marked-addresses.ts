import { linkedStep } from '../../../../src/runtime/actions/linked-step.ts';
import { linkedCode, readScanned } from '../../../../src/runtime/scan/scanned.ts';
import type { HostileKind } from '../hostile-kind.ts';

/** Characters of an address that browsers still open. */
const LONGEST = 2_000_000;

/** What stands behind an address, or in a code that somebody holds before the camera, with one text over and over in it. */
const kind = (name: string, part: string, read: (text: string) => unknown, before = ''): HostileKind => ({
  name: `mark-${name}`,
  unit: 'characters',
  largest: LONGEST,
  open: () => ({
    prepare(size) {
      const text = before + part.repeat(Math.ceil(size / part.length));
      return () => read(text);
    },
  }),
});

/** Addresses that begin a step or carry a code, as they stand in mails, on stickers and on screens. */
export const markedAddresses: readonly HostileKind[] = [
  kind('do-dots', '.', linkedStep, '#do='),
  kind('do-escapes', '%e7%bd%90', linkedStep, '#do='),
  kind('do-broken', '%', linkedStep, '#do='),
  kind('scan-colons', ':', linkedCode, '#scan='),
  kind('scan-escapes', '%e7%bd%90', linkedCode, '#scan=accept:1:'),
  kind('scan-broken', '%', linkedCode, '#scan=accept:1:'),
  kind('scan-marks', '#scan=', linkedCode),
  kind('code-blank', ' ', readScanned, 'x'),
];
