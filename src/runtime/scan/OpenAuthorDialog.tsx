import { Alert, Descriptions, Input } from 'antd';
import { useId, useState } from 'react';
import { ApiError } from '../../api/faults.ts';
import type { WireRecord } from '../../core/wire/contract.ts';
import type { OpenedAuthor } from '../../core/wire/opened-author.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { Refusal } from '../../ui/Refusal.tsx';
import { callOperation, operationOf } from '../calls/entity-calls.ts';
import { useEntityPage } from '../EntityContext.ts';
import { recordName } from '../model/record-view.ts';
import { scanText } from './text.ts';
import './scan.css';

/** Asks why the author of an anonymous record is opened, and then tells him; nothing of the answer is kept. */
export function OpenAuthorDialog({ record, onClose }: { readonly record: WireRecord; readonly onClose: () => void }) {
  const { page, changed } = useEntityPage();
  const id = useId();
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [opened, setOpened] = useState<OpenedAuthor>();

  const open = async (): Promise<void> => {
    const operation = operationOf(page.model, 'openAuthor');
    if (operation === undefined) return;
    setBusy(true);
    setProblem(undefined);
    try {
      const options = { page: page.callPage, quiet: [400, 403] };
      setOpened(await callOperation(page.model, operation, { id: record.id, reason }, options));
      changed();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setProblem(error.errors[0]?.msg ?? error.msg);
    } finally {
      setBusy(false);
    }
  };

  return (
    <Dialog
      open
      title={scanText('open.title', { name: recordName(page, record) })}
      width={520}
      busy={busy}
      danger
      okText={scanText('open.ok')}
      {...(opened === undefined ? {} : { footer: null })}
      onOk={() => void open()}
      onClose={onClose}
    >
      {opened === undefined ? (
        <div className="anlan-scan">
          <Alert type="warning" showIcon title={scanText('open.warning')} />
          <label htmlFor={id}>{scanText('open.reason')}</label>
          <Input.TextArea
            id={id}
            value={reason}
            rows={3}
            maxLength={500}
            showCount
            disabled={busy}
            onChange={(event) => setReason(event.target.value)}
          />
          <Refusal text={problem} />
        </div>
      ) : (
        <Descriptions
          column={1}
          bordered
          size="small"
          items={opened.fields.map(({ field, title, text }) => ({ key: field, label: title, children: text }))}
        />
      )}
    </Dialog>
  );
}
