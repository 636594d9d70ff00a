import type { ProposedValue } from '../../core/wire/approval.ts';
import { FileTiles } from '../../field-types/upload/FileTile.tsx';
import { storedFiles } from '../../field-types/upload/stored-files.ts';
import { toMinutes } from '../../ui/to-minutes.ts';
import { isBlank } from '../model/record-view.ts';
import { flowText } from './text.ts';

interface ProposalTableProps {
  /** What the request asks for, and the row that it writes. */
  readonly proposal: readonly ProposedValue[];
  /** What granting it changes besides. */
  readonly changes: readonly ProposedValue[];
}

/** What a request does to a record, in one table: each field with what it is now and what it would be. */
export function ProposalTable({ proposal, changes }: ProposalTableProps) {
  const asked = proposal.filter(({ value, text, before }) => before !== null || !isBlank(value) || text !== '');
  const rows = [
    ...asked.map((item) => ({ item, follows: false })),
    ...changes.map((item) => ({ item, follows: true })),
  ];
  if (rows.length === 0) return <p className="anlan-empty">{flowText('proposal.none')}</p>;
  // A row that is written has nothing before it.
  const differs = rows.some(({ item }) => item.before !== null);
  return (
    <div className="anlan-proposal-box">
      <table className="anlan-proposal">
        <thead>
          <tr>
            <th scope="col">{flowText('proposal.field')}</th>
            {differs && <th scope="col">{flowText('proposal.from')}</th>}
            <th scope="col">{flowText(differs ? 'proposal.to' : 'proposal.value')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ item, follows }, index) => (
            <tr key={`${item.field}/${String(index)}`}>
              <th scope="row">{item.title}</th>
              {differs && <td>{item.before === null ? '' : toMinutes(item.before) || '—'}</td>}
              <td className={item.before !== null && item.before !== item.text ? 'anlan-proposal-new' : undefined}>
                <ProposedText item={item} />
                {follows && <span className="anlan-count anlan-proposal-follows">{flowText('proposal.follows')}</span>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function ProposedText({ item }: { item: ProposedValue }) {
  const { value } = item;
  // Lists of people are lists of ids too; only files come with their names.
  const isFiles = Array.isArray(value) && value.every((entry) => typeof entry === 'object');
  const files = isFiles ? storedFiles(value) : [];
  if (files.length === 0) return toMinutes(item.text) || '—';
  return <FileTiles files={files} />;
}
