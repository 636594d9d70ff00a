import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { shapesIn } from '../../scripts/wire/wire-use.ts';
import { systemOperations } from '../../server/http/system/system.ts';

test('the list of answers names the calls that the server has, and no other', () => {
  const file = 'src/core/wire/calls.ts';
  const answers = shapesIn(file, readFileSync(file, 'utf8')).find(({ name }) => name === 'SystemAnswers');
  const paths = systemOperations('x')
    .filter(({ name }) => name !== 'events')
    // Calls of the specification stand under the service that it names.
    .map(({ path }) => path.replace(/^\/api\/x-(system|snaker)\//, ''));
  expect([...(answers?.fields ?? [])].sort()).toEqual([...new Set(paths)].sort());
});
