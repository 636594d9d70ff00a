import { Table, type TableProps } from 'antd';
import type { TileAnswer, TileContent } from '../../../core/wire/joint.ts';
import { useIsPhone } from '../../../ui/useIsPhone.ts';
import { useJointText } from '../text.ts';
import { TargetState, targetWords } from './TargetState.tsx';
import { Beside, NumberLink } from './Tile.tsx';

type NumberContent = Extract<TileContent, { kind: 'number' }>;

/** Whether a tile is a line of the table: its number, or the place of one that was not read. */
export const isNumber = ({ content, number }: TileAnswer): boolean =>
  content === undefined ? number === true : content.kind === 'number';

const contentOf = ({ content }: TileAnswer): NumberContent | undefined =>
  content?.kind === 'number' ? content : undefined;

/** Numbers as lines: what each is, what it should be, and whether it is. On a phone the rest stands below the name. */
export function NumberTable({ tiles }: { readonly tiles: readonly TileAnswer[] }) {
  const text = useJointText();
  const phone = useIsPhone();
  const actual: Column = {
    title: text('table.actual'),
    key: 'actual',
    align: 'right',
    width: phone ? 116 : 140,
    render: (_, tile) => {
      const content = contentOf(tile);
      if (content !== undefined) return <NumberLink number={content} title={tile.title} />;
      return text(tile.late === 'failed' ? 'tile.failed' : 'tile.slow');
    },
  };
  const target: Column = {
    title: text('table.target'),
    key: 'target',
    align: 'right',
    width: 140,
    render: (_, tile) => {
      const content = contentOf(tile);
      return content === undefined ? null : targetWords(content) || '—';
    },
  };
  const state: Column = {
    title: text('table.state'),
    key: 'state',
    width: 110,
    render: (_, tile) => {
      const content = contentOf(tile);
      return content === undefined ? null : <TargetState number={content} bare />;
    },
  };
  const parts: Column = {
    title: text('table.parts'),
    key: 'parts',
    className: 'anlan-dash-parts',
    render: (_, tile) => <Beside numbers={contentOf(tile)?.beside ?? []} />,
  };
  const name: Column = {
    title: text('table.name'),
    key: 'name',
    ...(phone ? {} : { width: 240 }),
    render: (_, { title }) => title,
  };
  const narrow: Column = { ...name, render: (_, tile) => <NarrowLine tile={tile} /> };
  return (
    <div className="anlan-dash-table">
      <Table<TileAnswer>
        size="small"
        rowKey="key"
        pagination={false}
        dataSource={[...tiles]}
        onRow={({ key }) => ({ 'data-tile': key }) as React.HTMLAttributes<HTMLElement>}
        columns={phone ? [narrow, actual] : [name, actual, target, state, parts]}
      />
    </div>
  );
}

type Column = NonNullable<TableProps<TileAnswer>['columns']>[number];

/** What a number is, with what it should be, whether it is, and what it is made of. */
function NarrowLine({ tile }: { readonly tile: TileAnswer }) {
  const text = useJointText();
  const content = contentOf(tile);
  const words = content === undefined ? '' : targetWords(content);
  return (
    <>
      {tile.title}
      {content === undefined ? null : (
        <div className="anlan-dash-narrow">
          {words === '' ? null : (
            <span>
              {text('table.target')} {words} <TargetState number={content} bare />
            </span>
          )}
          <span className="anlan-dash-parts">
            <Beside numbers={content.beside ?? []} />
          </span>
        </div>
      )}
    </>
  );
}
