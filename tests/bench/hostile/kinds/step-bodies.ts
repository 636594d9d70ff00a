import { readBallot } from '../../../../server/flow/approval/vote.ts';
import { callBodyLimit, recordBodyLimit } from '../../../../server/http/plugins/body-limits.ts';
import { readScan } from '../../../../server/records/write/check-scan.ts';
import { draftContent } from '../../../../server/records/write/drafts/transition-drafts.ts';
import { readOnSite } from '../../../../src/core/site/read-on-site.ts';
import { parseListView } from '../../../../src/core/wire/list-view.ts';
import type { HostileKind } from '../hostile-kind.ts';

const now = Date.parse('2026-05-12T01:00:00Z');

/** What a step takes beside its fields, parsed and handed to its reader as the call does. */
const kind = (
  name: string,
  unit: string,
  largest: number,
  body: (size: number) => string,
  read: (given: unknown) => unknown,
): HostileKind => ({
  name,
  unit,
  largest,
  open: () => ({
    prepare(size) {
      const text = body(size);
      return () => read(JSON.parse(text));
    },
  }),
});

const site = (name: string, unit: string, part: string, body: (size: number) => string): HostileKind =>
  kind(`site-${name}`, unit, Math.floor(recordBodyLimit / Buffer.byteLength(part)) - 100, body, (given) =>
    readOnSite(given, now),
  );

/** Keys, as many as a body may have of them (10,000 in one object). */
const keys = (size: number) => Array.from({ length: size }, (_, at) => `"k${at}":1`).join(',');

/** Bodies of steps: where somebody is, what he scanned, how he votes; drafts of them, and kept views of lists. */
export const stepBodies: readonly HostileKind[] = [
  site('tag', 'characters', 'x', (size) => JSON.stringify({ tag: 'x'.repeat(size) })),
  site('photo', 'characters', 'x', (size) => JSON.stringify({ photo: 'x'.repeat(size), reason: '井下' })),
  site('reason', 'characters', '\u{20bb7}', (size) => JSON.stringify({ photo: '1', reason: '\u{20bb7}'.repeat(size) })),
  site('blank-reason', 'characters', '\u200b', (size) => JSON.stringify({ photo: '1', reason: '\u200b'.repeat(size) })),
  site('time', 'characters', '0', (size) =>
    JSON.stringify({ lng: 1, lat: 1, accuracy: 1, time: `2026-05-12T01:00:00.${'0'.repeat(size)}Z` }),
  ),
  kind(
    'site-keys',
    'keys',
    10_000,
    (size) => `{"tag":"x",${keys(size)}}`,
    (given) => readOnSite(given, now),
  ),
  kind(
    'scan-code',
    'characters',
    recordBodyLimit - 100,
    (size) => JSON.stringify({ code: 'x'.repeat(size) }),
    readScan,
  ),
  kind(
    'scan-record',
    'characters',
    recordBodyLimit - 100,
    (size) => JSON.stringify({ code: 'x', record: 'x'.repeat(size) }),
    readScan,
  ),
  kind(
    'vote-opinion',
    'characters',
    Math.floor(callBodyLimit / 4) - 100,
    (size) => JSON.stringify({ result: 'pass', opinion: '\u{20bb7}'.repeat(size) }),
    (given) => readBallot({}, given as Record<string, unknown>),
  ),
  kind(
    'vote-keys',
    'keys',
    10_000,
    (size) => `{${keys(size)}}`,
    (given) => readBallot({}, given as Record<string, unknown>),
  ),
  kind(
    'vote-files',
    'files',
    10_000,
    (size) => JSON.stringify({ result: 'pass', files: Array(size).fill('1') }),
    (given) => readBallot({}, given as Record<string, unknown>),
  ),
  kind(
    'vote-signature',
    'characters',
    callBodyLimit - 100,
    (size) => JSON.stringify({ result: 'pass', signature: `data:image/png;base64,${'A'.repeat(size)}=x` }),
    (given) => readBallot({}, given as Record<string, unknown>),
  ),
  kind('draft', 'keys', 10_000, (size) => `{${keys(size)}}`, draftContent),
  kind(
    'draft-text',
    'characters',
    callBodyLimit - 100,
    (size) => JSON.stringify({ text: '\u0001'.repeat(size / 6) }),
    draftContent,
  ),
  kind(
    'list-view',
    'columns',
    10_000,
    (size) => JSON.stringify({ query: '', columns: Array.from({ length: size }, (_, at) => ({ key: `k${at}` })) }),
    parseListView,
  ),
];
