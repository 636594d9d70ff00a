import { CheckCircleOutlined, ClockCircleFilled, ExclamationCircleFilled } from '@ant-design/icons';
import { Link } from 'react-router-dom';
import { listed } from '../../../core/text/punctuate.ts';
import { LongText } from '../../../ui/LongText.tsx';
import type { PageChoice } from '../../shared/page-choices.ts';
import { useScreenText } from '../../texts/texts.ts';
import { AttentionSection } from '../my-work/AttentionSection.tsx';
import styles from '../my-work/attention.module.css';
import type { AttentionState } from '../my-work/useAttention.ts';
import { countedName, type WrongTile, wrongTiles } from '../my-work/waiting.ts';

/** Records named on a tile. */
const NAMED = 3;

/** Tiles that name records: what is wrong in the greatest number; all others are a line each. */
const WHOLE = 6;

/** What is wrong today, and what soon will be, in what the person may see. */
export function WrongToday({ attention, pages }: { attention: AttentionState; pages: readonly PageChoice[] }) {
  const text = useScreenText();
  const { list } = attention;
  const tiles = list === undefined ? [] : wrongTiles(list, pages);
  const whole = tiles.filter(({ answer }) => answer.kind === 'wrong').slice(0, WHOLE);
  const rest = tiles.filter((tile) => !whole.includes(tile));
  return (
    <AttentionSection
      name="wrong-today"
      title={text('overview.wrong')}
      failed={text('overview.wrong.failed')}
      rows={11}
      attention={attention}
    >
      {list !== undefined && list.failed.length > 0 ? (
        <p className={styles.failed} role="alert">
          {text('overview.wrong.partly', { titles: listed(list.failed) })}
        </p>
      ) : null}
      {tiles.length === 0 && list?.failed.length === 0 ? (
        <p className={styles.fine}>
          <CheckCircleOutlined aria-hidden /> {text('overview.wrong.none')}
        </p>
      ) : (
        <>
          <div className={styles.tiles}>
            {whole.map((tile) => (
              <Tile key={keyOf(tile)} tile={tile} />
            ))}
          </div>
          {rest.length === 0 ? null : (
            <div className={styles.small}>
              {rest.map((tile) => (
                <Tile key={keyOf(tile)} tile={tile} small />
              ))}
            </div>
          )}
        </>
      )}
    </AttentionSection>
  );
}

const keyOf = ({ answer }: WrongTile): string => `${answer.entity} ${answer.figure}`;

interface TileProps {
  readonly tile: WrongTile;
  /** Whether it names no records. Default false. */
  readonly small?: boolean;
}

function Tile({ tile: { answer, page, path }, small = false }: TileProps) {
  const text = useScreenText();
  const { entityTitle, title, kind, total, totalCapped, records } = answer;
  const count = totalCapped === true ? `${total}+` : String(total);
  const name = countedName(entityTitle, title);
  return (
    <article className={styles.tile} data-kind={kind}>
      <Link to={path} className={styles.figure ?? ''} aria-label={`${name} ${count}`}>
        <span className={styles.what}>
          {kind === 'wrong' ? <ExclamationCircleFilled aria-hidden /> : <ClockCircleFilled aria-hidden />}
          <span>{name}</span>
        </span>
        <b className={styles.number}>{count}</b>
      </Link>
      {small ? null : (
        <ul className={styles.records}>
          {records.slice(0, NAMED).map((record) => (
            <li key={record.id}>
              <Link to={`${page.path}/view/${record.id}`} className={styles.record ?? ''}>
                <LongText text={record.label || text('overview.newest.unnamed')} />
              </Link>
              {record.due === null ? null : <time>{record.due.slice(0, 16)}</time>}
            </li>
          ))}
        </ul>
      )}
    </article>
  );
}
