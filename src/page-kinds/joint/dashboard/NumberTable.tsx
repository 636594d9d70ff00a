import { Table } from 'antd';
import type { TileAnswer, TileContent } from '../../../core/wire/joint.ts';
import { useJointText } from '../text.ts';
import { TargetState, targetWords } from './TargetState.tsx';
import { Beside, NumberLink } from './Tile.tsx';

type NumberContent = Extract<TileContent, { kind: 'number' }>;

/** Whether a tile is a line of the table: its number, or the place of one that was not read. */
export const isNumber = ({ content }: TileAnswer): boolean => content === undefined || content.kind === 'number';

/** Numbers as lines: what each is, what it should be, and whether it is. */
export function NumberTable({ tiles }: { readonly tiles: readonly TileAnswer[] }) {
  const text = useJointText();
  const contentOf = ({ content }: TileAnswer): NumberContent | undefined =>
    content?.kind === 'number' ? content : undefined;
  return (
    <div className="anlan-dash-table">
      <Table<TileAnswer>
        size="small"
        rowKey="key"
        pagination={false}
        scroll={{ x: 'max-content' }}
        dataSource={[...tiles]}
        onRow={({ key }) => ({ 'data-tile': key }) as React.HTMLAttributes<HTMLElement>}
        columns={[
          { title: text('table.name'), key: 'name', width: 240, render: (_, { title }) => title },
          {
            title: text('table.actual'),
            key: 'actual',
            align: 'right',
            width: 140,
            render: (_, tile) => {
              const content = contentOf(tile);
              if (content !== undefined) return <NumberLink number={content} title={tile.title} />;
              return text(tile.late === 'failed' ? 'tile.failed' : 'tile.slow');
            },
          },
          {
            title: text('table.target'),
            key: 'target',
            align: 'right',
            width: 140,
            render: (_, tile) => {
              const content = contentOf(tile);
              return content === undefined ? null : targetWords(content) || '—';
            },
          },
          {
            title: text('table.state'),
            key: 'state',
            width: 110,
            render: (_, tile) => {
              const content = contentOf(tile);
              return content === undefined ? null : <TargetState number={content} bare />;
            },
          },
          {
            title: text('table.parts'),
            key: 'parts',
            render: (_, tile) => <Beside numbers={contentOf(tile)?.beside ?? []} />,
          },
        ]}
      />
    </div>
  );
}
