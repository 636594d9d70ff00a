import type { ProposedValue } from '../../core/wire/approval.ts';
import { FileTiles } from '../../field-types/upload/FileTile.tsx';
import { storedFiles } from '../../field-types/upload/stored-files.ts';
import { toMinutes } from '../../ui/to-minutes.ts';
import { isBlank } from '../model/record-view.ts';
import { flowText } from './text.ts';

/**
 * What a request proposes: fields with what they are now and what they would be, and what it writes besides.
 * @param to head of the column with the new values. Default says that they are asked for.
 */
export function ProposalTable({ proposal, to }: { proposal: readonly ProposedValue[]; to?: string }) {
  const filled = proposal.filter(({ value, text, before }) => before !== null || !isBlank(value) || text !== '');
  // A row that is written has nothing before it.
  const changes = filled.some(({ before }) => before !== null);
  if (filled.length === 0) return <p className="anlan-empty">{flowText('proposal.none')}</p>;
  return (
    <div className="anlan-proposal-box">
      <table className="anlan-proposal">
        <thead>
          <tr>
            <th scope="col">{flowText('proposal.field')}</th>
            {changes && <th scope="col">{flowText('proposal.from')}</th>}
            <th scope="col">{to ?? flowText(changes ? 'proposal.to' : 'proposal.value')}</th>
          </tr>
        </thead>
        <tbody>
          {filled.map((item, index) => (
            <tr key={`${item.field}/${String(index)}`}>
              <th scope="row">{item.title}</th>
              {changes && <td>{item.before === null ? '' : toMinutes(item.before) || '—'}</td>}
              <td className={item.before !== null && item.before !== item.text ? 'anlan-proposal-new' : undefined}>
                <ProposedText item={item} />
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
