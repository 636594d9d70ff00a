import { ArrowDownOutlined, ArrowUpOutlined, SettingOutlined } from '@ant-design/icons';
import { Button, Checkbox, InputNumber, Popover, Select } from 'antd';
import { COLUMN_WIDTHS } from '../../core/wire/list-view.ts';
import { runtimeText } from '../text.ts';
import { ListTool } from './ListTool.tsx';
import { type ArrangedColumn, columnWidth, moveColumn } from './list-columns.ts';
import { useListText } from './text.ts';
import type { ListColumns } from './useListColumns.ts';

/** Arranges the columns of a list: which are shown, in which order, how wide and at which side. */
export function ColumnChooser({ columns }: { columns: ListColumns }) {
  const text = useListText();
  const change = (key: string, next: Partial<ArrangedColumn>) =>
    columns.arrange(columns.arranged.map((column) => (column.plan.key === key ? { ...column, ...next } : column)));
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      title={
        <div className="anlan-column-head">
          {runtimeText('list.columns')}
          <Button type="link" size="small" disabled={columns.choices.length === 0} onClick={() => columns.restore([])}>
            {text('columns.reset')}
          </Button>
        </div>
      }
      content={
        <ul className="anlan-column-list">
          {columns.arranged.map((column, index) => (
            <ColumnLine
              key={column.plan.key}
              column={column}
              first={index <= 1}
              last={index === columns.arranged.length - 1}
              onChange={(next) => change(column.plan.key, next)}
              onMove={(step) => columns.arrange(moveColumn(columns.arranged, column.plan.key, step))}
            />
          ))}
        </ul>
      }
    >
      <ListTool letter="C" label={runtimeText('list.columns')} icon={<SettingOutlined />} />
    </Popover>
  );
}

interface ColumnLineProps {
  readonly column: ArrangedColumn;
  /** Whether it cannot go up, or down. */
  readonly first: boolean;
  readonly last: boolean;
  readonly onChange: (next: Partial<ArrangedColumn>) => void;
  readonly onMove: (step: number) => void;
}

function ColumnLine({ column, first, last, onChange, onMove }: ColumnLineProps) {
  const text = useListText();
  const { plan, shown } = column;
  const { title } = plan;
  return (
    <li>
      <Checkbox disabled={plan.opens} checked={shown} onChange={(event) => onChange({ shown: event.target.checked })}>
        {title}
      </Checkbox>
      <InputNumber
        size="small"
        min={COLUMN_WIDTHS.least}
        max={COLUMN_WIDTHS.most}
        step={20}
        precision={0}
        value={plan.width}
        aria-label={text('columns.width', { title })}
        onChange={(width) => {
          if (typeof width === 'number') onChange({ plan: { ...plan, width: columnWidth(width) } });
        }}
      />
      <Select<'none' | 'left' | 'right'>
        size="small"
        disabled={plan.opens}
        value={plan.fixed ?? 'none'}
        aria-label={text('columns.pin', { title })}
        popupMatchSelectWidth={false}
        options={(['none', 'left', 'right'] as const).map((side) => ({
          value: side,
          label: text(`columns.pin.${side}`),
        }))}
        onChange={(side) => onChange({ plan: { ...plan, fixed: side === 'none' ? undefined : side } })}
      />
      <span className="anlan-column-moves">
        <Button
          type="text"
          size="small"
          icon={<ArrowUpOutlined />}
          disabled={plan.opens || first}
          aria-label={text('columns.up', { title })}
          onClick={() => onMove(-1)}
        />
        <Button
          type="text"
          size="small"
          icon={<ArrowDownOutlined />}
          disabled={plan.opens || last}
          aria-label={text('columns.down', { title })}
          onClick={() => onMove(1)}
        />
      </span>
    </li>
  );
}
