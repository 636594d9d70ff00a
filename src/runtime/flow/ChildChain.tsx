import type { WireRecord } from '../../core/wire/contract.ts';
import { useEntityPage } from '../EntityContext.ts';
import type { EntityPageModel } from '../model/page-model.ts';
import { fieldValue, isBlank, recordName, valueText } from '../model/record-view.ts';
import { chainFields } from './child-rows.ts';
import { flowText } from './text.ts';

interface ChildChainProps {
  readonly child: EntityPageModel;
  readonly rows: readonly WireRecord[];
}

/**
 * Rows as steps from left to right. Each bears its number, its name and what the fields of `chain` say of it; the rest
 * stands in the table below. Nothing where there are no steps. On a phone the cards of the rows stand in this order.
 */
export function ChildChain({ child, rows }: ChildChainProps) {
  const { access } = useEntityPage();
  const fields = chainFields(child).filter(({ key }) => access(key) !== 'hidden');
  if (fields.length === 0 || rows.length === 0) return null;
  return (
    <ol className="anlan-chain" aria-label={flowText('child.chain', { title: child.model.title })}>
      {rows.map((row, index) => (
        <li key={row.id} className="anlan-chain-step">
          <div className="anlan-chain-head">
            <span className="anlan-chain-number" aria-hidden>
              {index + 1}
            </span>
            <strong>{recordName(child, row)}</strong>
          </div>
          {fields
            .filter((field) => !isBlank(fieldValue(field, row)))
            .map((field) => (
              <div key={field.key} className="anlan-chain-line">
                <span className="anlan-count">{field.title}</span> {valueText(child, field, row)}
              </div>
            ))}
        </li>
      ))}
    </ol>
  );
}
