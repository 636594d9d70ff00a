import { Alert, Form, Input } from 'antd';
import { useState } from 'react';
import { ApiError } from '../../src/api/faults.ts';
import { diffEntities, formatChange } from '../../src/core/dialect/diff-entities.ts';
import { mergeOverlay } from '../../src/core/overlay/merge-overlay.ts';
import { DESIGN_LIMITS, type DesignChange } from '../../src/core/wire/design.ts';
import { useLoaded } from '../../src/field-types/use-loaded.ts';
import { Dialog } from '../../src/ui/Dialog.tsx';
import { fetchFindings, publishDraft } from '../session/design-calls.ts';
import type { Design } from '../session/useDesign.ts';
import { useDesignerText } from '../texts/texts.ts';

/** Asks for title and reason, says what changes, and publishes; what is wrong stays in the dialog. */
export function PublishDialog({
  open,
  design,
  others,
  onDone,
  onClose,
}: {
  open: boolean;
  design: Design;
  /** Titles of other entities that the draft changes. */
  others: readonly string[];
  onDone(change: DesignChange): void;
  onClose(): void;
}) {
  const text = useDesignerText();
  const [title, setTitle] = useState('');
  const [reason, setReason] = useState('');
  const [busy, setBusy] = useState(false);
  const [wrong, setWrong] = useState<readonly string[]>([]);
  const { base, entity, known } = design;
  const changes = open ? diffEntities(mergeOverlay(base.entity, base.edits).entity, entity).map(formatChange) : [];
  // By the judge of files, over all that the company has: what it finds would refuse the draft.
  const { data: judged } = useLoaded(open ? `findings ${known.seq}` : undefined, () => fetchFindings());
  const told = wrong.length > 0 ? wrong : (judged?.problems.map(({ message }) => message) ?? []);
  const publish = async () => {
    setBusy(true);
    setWrong([]);
    try {
      const change = await publishDraft(known.seq, title.trim(), reason.trim());
      setTitle('');
      setReason('');
      onDone(change);
    } catch (error) {
      const faults = error instanceof ApiError ? error.errors.map(({ msg }) => msg) : [];
      setWrong(faults.length > 0 ? faults : [error instanceof Error ? error.message : String(error)]);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog
      open={open}
      width={640}
      title={text('publish.title')}
      okText={text('publish')}
      busy={busy}
      onOk={() => void publish()}
      onClose={onClose}
    >
      {told.length === 0 ? null : (
        <Alert
          type="error"
          showIcon
          title={text('publish.wrong')}
          description={
            <ul className="anlan-ds-sentences">
              {told.map((message) => (
                <li key={message}>{message}</li>
              ))}
            </ul>
          }
        />
      )}
      <h3 className="anlan-ds-small">{text('publish.what')}</h3>
      <ul className="anlan-ds-sentences">
        {changes.map((change) => (
          <li key={change}>{change}</li>
        ))}
      </ul>
      {others.length === 0 ? null : (
        <p className="anlan-ds-quiet">{text('publish.others', { names: others.join('、') })}</p>
      )}
      <Form layout="vertical" component={false}>
        <Form.Item label={text('publish.name')} htmlFor="ds-publish-title" required>
          <Input
            id="ds-publish-title"
            autoFocus
            value={title}
            maxLength={DESIGN_LIMITS.title}
            placeholder={text('publish.name.example')}
            onChange={(event) => setTitle(event.target.value)}
          />
        </Form.Item>
        <Form.Item label={text('publish.reason')} htmlFor="ds-publish-reason" extra={text('publish.note')}>
          <Input.TextArea
            id="ds-publish-reason"
            rows={2}
            value={reason}
            maxLength={DESIGN_LIMITS.reason}
            onChange={(event) => setReason(event.target.value)}
          />
        </Form.Item>
      </Form>
    </Dialog>
  );
}
