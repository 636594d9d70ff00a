/** Cards that fill the screen of a phone. */
const CARDS = ['1', '2', '3', '4', '5'] as const;

/** Stands in a table's body while records are on their way: as high as a full one, and one box, not a hundred cells. */
export function WaitingRows({ height }: { readonly height: number }) {
  return <div className="anlan-wait-rows" style={{ height }} />;
}

/** Stands where a text will be; `share` of its room, as texts differ in length. */
function WaitingText({ share = 0.7 }: { share?: number }) {
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
