import type { Choice } from '../../../core/field-type.ts';
import { boardText } from './board-text.ts';
import { TypeIcon } from './TicketCard.tsx';

interface CountsProps {
  readonly title: string;
  readonly field: string;
  readonly choices: readonly Choice[];
  readonly counts: ReadonlyMap<string, number>;
  readonly chosen: readonly string[];
  readonly onChoose: (keys: readonly string[]) => void;
}

/** Counters of one field; pressing one shows those tickets alone, pressing it again all of them. */
export function BoardCounts({ title, field, choices, counts, chosen, onChoose }: CountsProps) {
  const shown = choices.filter(({ key }) => (counts.get(key) ?? 0) > 0 || chosen.includes(key));
  if (shown.length === 0) return null;
  return (
    <fieldset className="anlan-board-counts">
      <legend className="anlan-board-sr">{title}</legend>
      {shown.map(({ key, title: name }) => (
        <button
          key={key}
          type="button"
          className="anlan-board-count"
          aria-pressed={chosen.includes(key)}
          onClick={() => onChoose(chosen.includes(key) ? chosen.filter((other) => other !== key) : [...chosen, key])}
        >
          {field === 'type' && <TypeIcon type={key} />}
          <span>{name}</span>
          <strong>{counts.get(key) ?? 0}</strong>
        </button>
      ))}
    </fieldset>
  );
}

/** How many tickets are overdue, and how many soon will be; both in words. */
export function BoardAlarms({ past, soon }: { past: number; soon: number }) {
  return (
    <output className="anlan-board-alarms" aria-live="polite">
      {past > 0 && <span data-urgency="past">{boardText('board.overdue', { count: past })}</span>}
      {soon > 0 && <span data-urgency="soon">{boardText('board.soon', { count: soon })}</span>}
    </output>
  );
}
