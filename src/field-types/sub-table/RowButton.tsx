import { ArrowDownOutlined, ArrowUpOutlined, CopyOutlined, DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { memo, type ReactNode } from 'react';

/** What a button of a row does. */
export type RowAct = 'up' | 'down' | 'insert' | 'copy' | 'remove';

const ICONS: Readonly<Record<RowAct, ReactNode>> = {
  up: <ArrowUpOutlined />,
  down: <ArrowDownOutlined />,
  insert: <PlusOutlined />,
  copy: <CopyOutlined />,
  remove: <DeleteOutlined />,
};

interface RowButtonProps {
  readonly act: RowAct;
  readonly name: string;
  readonly disabled: boolean;
}

/** A button at the end of a row. A plain one: a table of fifty rows has 250 of them. The table listens for all. */
export const RowButton = memo(function RowButton({ act, name, disabled }: RowButtonProps) {
  return (
    <button type="button" className="anlan-rows-act" data-act={act} disabled={disabled} aria-label={name} title={name}>
      {ICONS[act]}
    </button>
  );
});
