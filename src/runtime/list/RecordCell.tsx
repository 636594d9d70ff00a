import { CopyOutlined, EyeOutlined } from '@ant-design/icons';
import { App } from 'antd';
import { Link, useLocation } from 'react-router-dom';
import type { ColumnPlan } from '../../compile/columns/compile-columns.ts';
import { fieldViewOf } from '../../field-types/views.ts';
import { copyText } from '../../ui/copy-text.ts';
import { LongText } from '../../ui/LongText.tsx';
import { screenPath, useEntityPage } from '../EntityContext.ts';
import { fieldValue, recordName, valueText, viewField } from '../model/record-view.ts';
import { runtimeText } from '../text.ts';
import { ToneMark } from '../tone/ToneMark.tsx';
import { listText } from './text.ts';
import type { ListRecord } from './useListController.ts';

/** Texts longer than this get a button that copies them whole. */
const LONG_TEXT = 24;

interface RecordCellProps {
  readonly column: ColumnPlan;
  readonly record: ListRecord;
  /** Shows a button that opens the look at the record beside the list. */
  readonly onPreview?: ((id: string) => void) | undefined;
}

/** One cell of a row; the first one is the link that opens the record. */
export function RecordCell({ column, record, onPreview }: RecordCellProps) {
  const { page, base } = useEntityPage();
  const { search } = useLocation();
  const field = page.model.field.get(column.key);
  if (field === undefined) return null;
  const text = valueText(page, field, record);
  if (column.opens) {
    const name = text || recordName(page, record);
    const link = (
      <Link
        className="anlan-open"
        to={{ pathname: screenPath(base, { kind: 'view', id: record.id }), search }}
        aria-label={runtimeText('list.open', { name })}
      >
        {column.align === 'right' ? (
          <LongText text={name} />
        ) : (
          <span className="anlan-name-lines" title={name}>
            {name}
          </span>
        )}
      </Link>
    );
    if (onPreview === undefined) return link;
    return (
      <span className={column.align === 'right' ? 'anlan-leading is-right' : 'anlan-leading'}>
        {link}
        <button
          type="button"
          className="anlan-plain anlan-copy"
          tabIndex={-1}
          aria-label={listText('preview.open', { name })}
          title={listText('preview.open', { name })}
          onClick={() => onPreview(record.id)}
        >
          <EyeOutlined />
        </button>
      </span>
    );
  }
  const { Cell } = fieldViewOf(column.type);
  const value = <Cell value={fieldValue(field, record)} field={viewField(page, field, record)} text={text} />;
  const cell =
    field.tones === undefined ? (
      value
    ) : (
      // Beside each other and not below: rows are of one height.
      <span className={column.align === 'right' ? 'anlan-toned is-right' : 'anlan-toned'}>
        <span>{value}</span>
        <ToneMark field={field} record={record} />
      </span>
    );
  if (field.valueType !== 'text' || [...text].length <= LONG_TEXT) return cell;
  return (
    <span className="anlan-copyable">
      {cell}
      <CopyText text={text} />
    </span>
  );
}

function CopyText({ text }: { text: string }) {
  const { message } = App.useApp();
  return (
    <button
      type="button"
      className="anlan-plain anlan-copy"
      aria-label={runtimeText('list.copy')}
      title={runtimeText('list.copy')}
      onClick={() => {
        copyText(text).then(
          () => void message.success(runtimeText('action.done')),
          () => undefined,
        );
      }}
    >
      <CopyOutlined />
    </button>
  );
}
