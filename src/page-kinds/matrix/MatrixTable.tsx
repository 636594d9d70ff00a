import type { ClipboardEvent, KeyboardEvent, ReactNode, Ref } from 'react';
import { plantTime } from '../../api/plant-clock.ts';
import { useEntityPage } from '../../runtime/EntityContext.ts';
import type { MatrixSettings } from './definition.ts';

interface MatrixRowHead {
  readonly key: string;
  readonly title: string;
}

interface MatrixTableProps<Row extends MatrixRowHead> {
  readonly settings: MatrixSettings;
  readonly rows: readonly Row[];
  readonly days: readonly string[];
  /** What stands in a cell. */
  readonly cell: (row: Row, day: string) => ReactNode;
  readonly ref?: Ref<HTMLDivElement>;
  readonly onKeyDown?: (event: KeyboardEvent<HTMLDivElement>) => void;
  readonly onPaste?: (event: ClipboardEvent<HTMLDivElement>) => void;
}

/** The frame of a matrix: names at the left, days above, which stay in sight. */
export function MatrixTable<Row extends MatrixRowHead>({
  settings,
  rows,
  days,
  cell,
  ref,
  onKeyDown = moveFocus,
  onPaste,
}: MatrixTableProps<Row>) {
  const { page } = useEntityPage();
  const today = plantTime().slice(0, 10);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of its cells.
    <div ref={ref} className="anlan-matrix" data-paper="wide" onKeyDown={onKeyDown} onPaste={onPaste}>
      <table>
        <thead>
          <tr>
            <th scope="col">{page.model.field.get(settings.rows)?.title}</th>
            {days.map((day) => (
              <th
                key={day}
                scope="col"
                title={day}
                {...(day === today ? { ref: shownAtFirst, 'aria-current': 'date' as const } : {})}
              >
                {Number(day.slice(8))}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.key}>
              <th scope="row" title={row.title}>
                {row.title}
              </th>
              {days.map((day) => (
                <td key={day}>{cell(row, day)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Scrolls a matrix so that a day of it is in sight, where it is not. */
function shownAtFirst(day: HTMLTableCellElement | null): void {
  const frame = day?.closest('.anlan-matrix');
  if (day === null || frame === null || frame === undefined) return;
  const beyond = day.getBoundingClientRect().right - frame.getBoundingClientRect().right;
  if (beyond > 0) frame.scrollLeft += beyond + day.offsetWidth;
}

const STEPS: Readonly<Record<string, readonly [row: number, column: number] | undefined>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/** Arrow keys go from cell to cell. */
export function moveFocus(event: KeyboardEvent<HTMLDivElement>): void {
  const step = STEPS[event.key];
  const cell = (event.target as HTMLElement).closest('td');
  const line = cell?.closest('tr');
  const body = line?.parentElement;
  if (step === undefined || cell === null || cell === undefined || line === null || line === undefined) return;
  const next = [...(body?.children ?? [])][[...(body?.children ?? [])].indexOf(line) + step[0]];
  const found = next?.children[[...line.children].indexOf(cell) + step[1]]?.querySelector('button');
  if (found === null || found === undefined) return;
  event.preventDefault();
  found.focus();
}
