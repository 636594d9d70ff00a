// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { mounted } from '../../../tests/fixtures/mounted.ts';
import type { ProposedValue } from '../../core/wire/approval.ts';
import { ProposalTable } from './ProposalTable.tsx';

const place = mounted();
const value = (field: string, text: string, before: string | null): ProposedValue => ({
  ...{ field, title: field, value: text, text, before },
});
/** The cells of the table, by row. */
const rows = () =>
  [...place.host.querySelectorAll('tbody tr')].map((row) => [...row.children].map(({ textContent }) => textContent));

test('what is asked and what follows from it are one table of differences', () => {
  const proposal = [value('整改期限', '2026-12-20 18:00', '2026-12-04 18:00'), value('延期原因', '备件未到', null)];
  place.draw(<ProposalTable proposal={proposal} changes={[value('延期次数', '1', '0')]} />);
  expect(place.host.querySelectorAll('table')).toHaveLength(1);
  expect(place.host.querySelectorAll('thead th')).toHaveLength(3);
  expect(rows()).toEqual([
    ['整改期限', '2026-12-04 18:00', '2026-12-20 18:00'],
    ['延期原因', '', '备件未到'],
    ['延期次数', '0', expect.stringMatching(/^1.+/)],
  ]);
  expect(place.host.querySelectorAll('.anlan-proposal-new')).toHaveLength(2);
});

test('without anything that was there before it has no column of it, and nothing empty', () => {
  place.draw(<ProposalTable proposal={[value('意见', '同意', null), value('备注', '', null)]} changes={[]} />);
  expect(place.host.querySelectorAll('thead th')).toHaveLength(2);
  expect(rows()).toEqual([['意见', '同意']]);
});
