import { CheckCircleFilled, ExclamationCircleFilled } from '@ant-design/icons';
import type { CSSProperties } from 'react';
import type { TileAnswer } from '../../../core/wire/joint.ts';
import { StatusTag } from '../../../ui/StatusTag.tsx';
import { Bars } from './Bars.tsx';
import { contentOf, countedRows, valueIn } from './figures.ts';
import type { WallLinks } from './links.ts';
import { Note } from './Note.tsx';
import { Panel } from './Panel.tsx';
import { useWallText } from './texts.ts';
import { WallFigure } from './WallFigure.tsx';

const across = (columns: number) => ({ '--across': columns }) as CSSProperties;

interface TileProps {
  readonly tile: TileAnswer | undefined;
  readonly links: WallLinks;
}

interface TilesProps {
  readonly tiles: ReadonlyMap<string, TileAnswer>;
  readonly links: WallLinks;
}

/** Units that run, stand and are overhauled, as today's commitment says; red where there is none yet. */
export function PromisePanel({ tile, links }: TileProps) {
  const text = useWallText();
  const block = contentOf(tile, 'chart')?.block;
  const row = block && countedRows(block, 'today')[0];
  return (
    <Panel title={tile?.title ?? ''} tiles={[tile]}>
      {block === undefined || row === undefined ? (
        <p className="anlan-wall-shout" role="status">
          <ExclamationCircleFilled aria-hidden /> {text('promise.none')}
        </p>
      ) : (
        <>
          <p className="anlan-wall-said">
            <a className="anlan-wall-done" href={links('promise', row.key, 'today')} target="_blank" rel="noopener">
              <CheckCircleFilled aria-hidden /> {text('promise.done')}
            </a>
            <StatusTag text={row.label} color={row.color} />
          </p>
          <div className="anlan-wall-figures" style={across(block.columns.length - 1)}>
            {block.columns.slice(1).map(({ key, title, unit, scale }) => (
              <WallFigure key={key} title={title} value={valueIn(block, row, key)} scale={scale} unit={unit} />
            ))}
          </div>
        </>
      )}
    </Panel>
  );
}

/** How many areas are of each of the four colours. */
export function AreasPanel({ tile, links }: TileProps) {
  const text = useWallText();
  const block = contentOf(tile, 'chart')?.block;
  const rows = block === undefined ? [] : countedRows(block, 'total');
  const bars = rows.map((row) => {
    const warned = block === undefined ? 0 : valueIn(block, row, 'warned');
    return {
      key: row.key ?? '',
      label: row.label,
      value: block === undefined ? 0 : valueIn(block, row, 'total'),
      color: row.color,
      address: links('areas', row.key, 'total'),
      note: warned === 0 ? null : <Note count={warned} word={text('areas.warned')} />,
    };
  });
  return (
    <Panel title={tile?.title ?? ''} tiles={[tile]}>
      {bars.length === 0 ? <p className="anlan-wall-none">{text('areas.none')}</p> : <Bars bars={bars} graded />}
    </Panel>
  );
}

/** Major sources by grade; flashing where a point of theirs is over its limit. */
export function SourcesPanel({ tile, links }: TileProps) {
  const text = useWallText();
  const block = contentOf(tile, 'chart')?.block;
  const rows = block === undefined ? [] : countedRows(block, 'running');
  const bars = rows.map((row) => {
    const alarming = block === undefined ? 0 : valueIn(block, row, 'alarming');
    return {
      key: row.key ?? '',
      label: row.label,
      value: block === undefined ? 0 : valueIn(block, row, 'running'),
      color: row.color,
      address: links('sources', row.key, 'running'),
      note:
        alarming === 0 ? null : (
          <Note
            count={alarming}
            word={text('sources.alarming')}
            mark={<ExclamationCircleFilled aria-hidden />}
            className="anlan-wall-flash"
          />
        ),
    };
  });
  return (
    <Panel title={tile?.title ?? ''} tiles={[tile]}>
      {bars.length === 0 ? <p className="anlan-wall-none">{text('sources.none')}</p> : <Bars bars={bars} graded />}
    </Panel>
  );
}

/** Figures of a row of tiles, each under its own name. */
function Figures({
  tiles,
  links,
  keys,
  wrong,
}: TilesProps & { readonly keys: readonly string[]; readonly wrong?: string }) {
  return (
    <div className="anlan-wall-figures" style={across(keys.length === 4 ? 2 : keys.length)}>
      {keys.map((key) => {
        const tile = tiles.get(key);
        const content = contentOf(tile, 'number');
        if (tile === undefined) return null;
        const { scale = 0, unit = '' } = content ?? {};
        const value = content === undefined || content.empty ? null : content.value;
        const isWrong = key === wrong && (value ?? 0) > 0;
        const told = { title: tile.title, value, scale, unit, address: links(key), wrong: isWrong };
        return <WallFigure key={key} {...told} />;
      })}
    </div>
  );
}

const DANGERS = ['found', 'rectified', 'overdue', 'rate'] as const;

/** Hidden dangers of the year. */
export function DangersPanel({ tiles, links }: TilesProps) {
  const text = useWallText();
  return (
    <Panel title={text('dangers.title')} tiles={DANGERS.map((key) => tiles.get(key))}>
      <Figures tiles={tiles} links={links} keys={DANGERS} wrong="overdue" />
    </Panel>
  );
}

const PEOPLE = ['atWork', 'atWorkContractor'] as const;

/** People who are at work under a ticket now: numbers alone. */
export function PeoplePanel({ tiles, links }: TilesProps) {
  const text = useWallText();
  const named = new Map(
    PEOPLE.flatMap((key) => {
      const tile = tiles.get(key);
      const title = text(key === 'atWork' ? 'people.own' : 'people.contractor');
      return tile === undefined ? [] : [[key, { ...tile, title }] as const];
    }),
  );
  return (
    <Panel title={text('people.title')} tiles={[...named.values()]} note={<small>{text('people.note')}</small>}>
      <Figures tiles={named} links={links} keys={PEOPLE} />
    </Panel>
  );
}

/** What else the page makes public: its figures, below the map. */
export function OtherFigures({ tiles, links }: { readonly tiles: readonly TileAnswer[]; readonly links: WallLinks }) {
  const numbers = tiles.filter(({ content }) => content?.kind === 'number');
  if (numbers.length === 0) return null;
  return (
    <section className="anlan-wall-panel">
      <Figures
        tiles={new Map(numbers.map((tile) => [tile.key, tile]))}
        links={links}
        keys={numbers.map(({ key }) => key)}
      />
    </section>
  );
}
