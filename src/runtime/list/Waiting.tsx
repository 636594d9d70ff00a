import { tokens } from '../../ui/theme/tokens.ts';
import type { ListRecord } from './useListController.ts';

/** Rows that fill a table's body in each density. */
const ROWS = Math.ceil(tokens.tableBodyHeight / tokens.rowHeight.compact);
/** Cards that fill the screen of a phone. */
const CARDS = ['1', '2', '3', '4', '5'] as const;

/** Rows that stand while records are on their way. */
export const waitingRows: readonly ListRecord[] = Array.from({ length: ROWS }, (_, index) => ({
  id: `waiting-${index}`,
  version: 0,
}));

/** Stands where a text will be; `share` of its room, as texts differ in length. */
export function WaitingText({ share = 0.7 }: { share?: number }) {
  return <span className="anlan-wait" style={{ width: `${Math.round(share * 100)}%` }} />;
}

/** As high as the cards that come. */
export function WaitingCards({ lines, hasActions }: { lines: number; hasActions: boolean }) {
  return (
    <ul className="anlan-cards anlan-cards-waiting" aria-busy="true">
      {CARDS.map((card) => (
        <li key={card} className="anlan-card" aria-hidden>
          <div className="anlan-card-head">
            <WaitingText />
          </div>
          <div className="anlan-card-lines">
            {CARDS.slice(0, lines).map((line) => (
              <div key={line}>
                <WaitingText share={0.5} />
              </div>
            ))}
          </div>
          {hasActions && <div className="anlan-card-foot anlan-card-foot-waiting" />}
        </li>
      ))}
    </ul>
  );
}
