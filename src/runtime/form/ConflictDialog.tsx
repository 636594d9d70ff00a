import { Alert, Button, Radio, Table } from 'antd';
import { useState } from 'react';
import { Dialog } from '../../ui/Dialog.tsx';
import { LongText } from '../../ui/LongText.tsx';
import { runtimeText } from '../text.ts';
import type { Conflict, ConflictField } from './conflict.ts';

interface ConflictDialogProps {
  readonly conflict: Conflict;
  readonly busy: boolean;
  /** Saves again; `taken` are the fields whose newest content is kept instead of the own one. */
  readonly onResolve: (taken: readonly string[]) => void;
  readonly onCancel: () => void;
}

/** Shows what others changed meanwhile beside what was typed here, and lets one choose field by field. */
export function ConflictDialog({ conflict, busy, onResolve, onCancel }: ConflictDialogProps) {
  const [taken, setTaken] = useState<ReadonlySet<string>>(new Set());
  const contested = conflict.fields.filter((field) => field.both);
  return (
    <Dialog
      open
      title={runtimeText('conflict.title')}
      width={820}
      busy={busy}
      onClose={onCancel}
      footer={[
        <Button key="back" disabled={busy} onClick={onCancel}>
          {runtimeText('conflict.cancel')}
        </Button>,
        <Button
          key="save"
          type="primary"
          loading={busy}
          onClick={() => onResolve(contested.filter((field) => taken.has(field.key)).map((field) => field.key))}
        >
          {runtimeText('conflict.save')}
        </Button>,
      ]}
    >
      <Alert
        type="warning"
        showIcon
        title={runtimeText('conflict.hint', { who: conflict.who })}
        style={{ marginBottom: 12 }}
      />
      <Table<ConflictField>
        size="small"
        rowKey="key"
        pagination={false}
        scroll={{ x: 640, y: 400 }}
        dataSource={[...conflict.fields]}
        columns={[
          { key: 'title', title: runtimeText('conflict.field'), width: 130, dataIndex: 'title' },
          {
            key: 'theirs',
            title: runtimeText('conflict.theirs'),
            render: (_, field) => (
              <>
                <LongText text={field.theirs || runtimeText('detail.empty')} lines={3} />
                <span className="anlan-count">{runtimeText('conflict.by', { who: field.by })}</span>
              </>
            ),
          },
          {
            key: 'mine',
            title: runtimeText('conflict.mine'),
            render: (_, field) =>
              field.both ? <LongText text={field.mine || runtimeText('detail.empty')} lines={3} /> : null,
          },
          {
            key: 'choice',
            title: '',
            width: 210,
            render: (_, field) =>
              field.both ? (
                <Radio.Group
                  aria-label={field.title}
                  value={taken.has(field.key) ? 'theirs' : 'mine'}
                  options={[
                    { value: 'mine', label: runtimeText('conflict.keepMine') },
                    { value: 'theirs', label: runtimeText('conflict.takeTheirs') },
                  ]}
                  onChange={(event) => {
                    const next = new Set(taken);
                    if (event.target.value === 'theirs') next.add(field.key);
                    else next.delete(field.key);
                    setTaken(next);
                  }}
                />
              ) : (
                <span className="anlan-empty">{runtimeText('conflict.takeTheirs')}</span>
              ),
          },
        ]}
      />
    </Dialog>
  );
}
