import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const server = join(import.meta.dirname, '..', '..');

/** Statements in template literals that read the log, with their files. */
function readings(): readonly (readonly [file: string, text: string])[] {
  return readdirSync(server, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .flatMap((file) =>
      [...readFileSync(join(server, file), 'utf8').matchAll(/`[^`]*from data\."auditLog"[^`]*`/g)].map(
        ([text]) => [file, text] as const,
      ),
    );
}

// The index over entity and record holds what is not removed. A statement that does not say that it means no other reads
// the whole log, from end to end, for the few rows of one record.
it('is read by statements that its index over entity and record can answer', () => {
  const ofRecords = readings().filter(([, text]) => text.includes('"entityKey" = '));
  expect(ofRecords.length).toBeGreaterThan(5);
  expect(ofRecords.filter(([, text]) => !text.includes('"isDeleted" = 0')).map(([file]) => file)).toEqual([]);
});
