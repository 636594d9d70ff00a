import { Table, Typography } from 'antd';
import type { ImportAnswer, ImportFault } from '../../core/wire/spreadsheet.ts';
import { useIsPhone } from '../../ui/useIsPhone.ts';
import { useSheetText } from './text.ts';

interface ShownRow {
  readonly row: number;
  readonly cells: readonly string[];
  readonly faults: readonly ImportFault[];
}

const plain = (heading: string): string => heading.replace(/\s*\*$/, '');

/** Rows of a checked file with what is wrong in them; of an imported one, those that were left out. */
export function ImportRows({ answer }: { answer: ImportAnswer }) {
  const text = useSheetText();
  const phone = useIsPhone();
  const rows = rowsOf(answer);
  if (rows.length === 0) return null;
  const columns = answer.preview?.columns ?? [];
  return (
    <Table<ShownRow>
      size="small"
      rowKey="row"
      dataSource={rows}
      scroll={{ x: 'max-content', y: 360 }}
      pagination={{ pageSize: 50, hideOnSinglePage: true, showSizeChanger: false }}
      columns={[
        { title: text('import.row'), dataIndex: 'row', width: phone ? 44 : 64, fixed: 'left' },
        ...(rows.some(({ faults }) => faults.length > 0)
          ? [
              {
                title: text('import.faults'),
                key: 'faults',
                width: phone ? 240 : 300,
                render: (_: unknown, { faults }: ShownRow) =>
                  faults.map((fault) => (
                    <div key={`${fault.column} ${fault.msg}`}>
                      <Typography.Text type="danger">{sentence(text, fault)}</Typography.Text>
                    </div>
                  )),
              },
            ]
          : []),
        ...columns.map((heading, index) => ({
          title: heading,
          key: `${index}`,
          width: 150,
          ellipsis: true,
          render: (_: unknown, { cells, faults }: ShownRow) => {
            const wrong = faults.some(({ column }) => column === plain(heading));
            return wrong ? (
              <Typography.Text type="danger" mark>
                {cells[index] || '—'}
              </Typography.Text>
            ) : (
              cells[index]
            );
          },
        })),
      ]}
    />
  );
}

function rowsOf({ errors, preview }: ImportAnswer): ShownRow[] {
  const byRow = Map.groupBy(errors, ({ row }) => row);
  const rows =
    preview?.rows ?? [...byRow.keys()].sort((left, right) => left - right).map((row) => ({ row, cells: [] }));
  return rows.map(({ row, cells }) => ({ row, cells, faults: byRow.get(row) ?? [] }));
}

// Most messages name their field already.
function sentence(text: ReturnType<typeof useSheetText>, { column, msg }: ImportFault): string {
  return column === '' || msg.includes(column) ? msg : text('import.faultOf', { column, message: msg });
}
