import { Button, Checkbox, Input, Select, Table, Tag } from 'antd';
import { FIELD_KINDS, type FieldKind, hasOwnOptions } from '../../src/core/new-entity/field-kinds.ts';
import { type DecidedColumn, unsettled } from './columns.ts';
import { useNewText } from './texts.ts';

/** The columns of a sheet, each with the kind that it is taken for and why; those in doubt ask to be confirmed. */
export function ColumnTable({
  columns,
  onChange,
}: {
  columns: readonly DecidedColumn[];
  onChange(columns: readonly DecidedColumn[]): void;
}) {
  const text = useNewText();
  const open = unsettled(columns).length;
  const change = (changed: DecidedColumn, by: Partial<DecidedColumn>) =>
    onChange(columns.map((column) => (column === changed ? { ...column, ...by } : column)));
  return (
    <>
      <p role="status" className="anlan-dn-status">
        {open > 0 ? <Tag color="warning">{text('fields.unsure', { count: open })}</Tag> : text('fields.sure')}
        {open > 0 ? (
          <Button size="small" onClick={() => onChange(columns.map((column) => ({ ...column, settled: true })))}>
            {text('fields.accept')}
          </Button>
        ) : null}
      </p>
      <Table<DecidedColumn>
        className="anlan-dn-columns"
        size="small"
        pagination={false}
        rowKey={({ inferred }) => inferred.column}
        dataSource={columns}
        rowClassName={({ used, settled }) => (used ? (settled ? '' : 'anlan-dn-unsure') : 'anlan-dn-unused')}
        columns={[
          {
            title: text('fields.use'),
            width: 44,
            render: (_, column) => (
              <Checkbox
                aria-label={text('fields.use.of', { title: column.title })}
                checked={column.used}
                onChange={(event) => change(column, { used: event.target.checked })}
              />
            ),
          },
          {
            title: text('fields.title'),
            width: 200,
            render: (_, column, index) => (
              <Input
                size="small"
                aria-label={text('fields.title.of', { number: index + 1 })}
                value={column.title}
                maxLength={60}
                disabled={!column.used}
                onChange={(event) => change(column, { title: event.target.value })}
              />
            ),
          },
          {
            title: text('fields.kind'),
            width: 150,
            render: (_, column) => (
              <Select<FieldKind>
                size="small"
                aria-label={text('fields.kind.of', { title: column.title })}
                value={column.kind}
                disabled={!column.used}
                onChange={(kind) => change(column, { kind, settled: true })}
                options={kindsFor(column).map((value) => ({ value, label: text(`kind.${value}`) }))}
              />
            ),
          },
          {
            title: text('fields.why'),
            render: (_, column) => <Evidence column={column} onConfirm={() => change(column, { settled: true })} />,
          },
          {
            title: text('fields.required'),
            width: 60,
            render: (_, column) => (
              <Checkbox
                aria-label={text('fields.required.of', { title: column.title })}
                checked={column.required}
                disabled={!column.used}
                onChange={(event) => change(column, { required: event.target.checked })}
              >
                <span className="anlan-dn-phone">{text('fields.required')}</span>
              </Checkbox>
            ),
          },
        ]}
      />
    </>
  );
}

function Evidence({ column, onConfirm }: { column: DecidedColumn; onConfirm(): void }) {
  const text = useNewText();
  const { inferred, kind, title, used, settled } = column;
  const { evidence, samples, options } = inferred;
  const more = hasOwnOptions(kind)
    ? text('fields.options', { options: options.map((option) => option.title).join('、') })
    : text('fields.samples', { samples: samples.slice(0, 3).join('、') });
  return (
    <div className="anlan-dn-why">
      <span>
        {evidence}
        {samples.length === 0 ? null : <small>{more}</small>}
      </span>
      {used && !settled ? (
        <Button size="small" aria-label={text('fields.confirm.of', { title })} onClick={onConfirm}>
          {text('fields.confirm')}
        </Button>
      ) : null}
    </div>
  );
}

/** Kinds of a column, those that its values speak for first. */
function kindsFor({ inferred: { kind, others } }: DecidedColumn): readonly FieldKind[] {
  return [...new Set([kind, ...others, ...(Object.keys(FIELD_KINDS) as FieldKind[])])];
}
