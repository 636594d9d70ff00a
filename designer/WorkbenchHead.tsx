import { DeleteOutlined, DownloadOutlined, HistoryOutlined, RedoOutlined, UndoOutlined } from '@ant-design/icons';
import { App, Button, Space } from 'antd';
import { memo, type ReactNode } from 'react';
import { saveBlob } from '../src/api/files.ts';
import { useSession } from '../src/api/session.ts';
import { isOwnKey } from '../src/core/overlay/own-entity.ts';
import { PageHeader } from '../src/ui/PageHeader.tsx';
import { ToolButton } from '../src/ui/ToolButton.tsx';
import { useConfirm } from '../src/ui/useConfirm.tsx';
import { DesignTour } from './help/DesignTour.tsx';
import { usePublishText } from './publish/texts.ts';
import { discardDraft, fetchFile } from './session/design-calls.ts';
import { stepQueue } from './session/step-queue.ts';
import type { Design } from './session/useDesign.ts';
import { useStepState } from './session/useSteps.ts';
import { useDesignerText } from './texts/texts.ts';

interface HeadProps {
  readonly design: Design;
  onLeave(): void;
  onHistory(): void;
  onPublish(): void;
}

/** What is designed, where its draft stands and who else is there, with what is done to the draft as a whole. */
export const WorkbenchHead = memo(function WorkbenchHead({ design, onLeave, onHistory, onPublish }: HeadProps) {
  const text = useDesignerText();
  const { title } = design.designed.entity;
  return (
    <PageHeader
      title={text('title.of', { title })}
      purpose={
        <>
          <DraftState saving={design.saving} changed={design.changes > 0} />
          {design.people.length === 0 ? null : (
            <> · {text('people', { names: design.people.map(({ userName }) => userName).join('、') })}</>
          )}
        </>
      }
      onBack={onLeave}
      actions={<Acts design={design} onLeave={onLeave} onHistory={onHistory} onPublish={onPublish} />}
    />
  );
});

/** Where what was done stands: on its way, on this machine or in the draft. */
function DraftState({ saving, changed }: { saving: boolean; changed: boolean }) {
  const text = useDesignerText();
  const { stalled, kept } = useStepState();
  const waiting = stalled ? (kept ? 'steps.here' : 'steps.nowhere') : 'saving';
  return (
    <span role="status" data-testid="design-state" data-kept={kept}>
      {text(saving ? waiting : changed ? 'saved' : 'unchanged')}
    </span>
  );
}

function Acts({ design, onLeave, onHistory, onPublish }: HeadProps) {
  const text = useDesignerText();
  const publishText = usePublishText();
  const { message } = App.useApp();
  const confirm = useConfirm();
  // What whoever gives rights has changed is published by the others.
  const publishes = useSession((state) => state.userInfo?.designs !== 'rights');
  const discard = () =>
    confirm({
      title: text('discard.ask'),
      consequence: text('discard.consequence'),
      danger: true,
      okText: text('discard'),
      onOk: async () => {
        await discardDraft(design.known.seq);
        stepQueue().forget();
        void message.success(text('discard.done'));
        if (design.fresh) onLeave();
        else design.reload();
      },
    });
  const { title, entity: key } = design.designed.entity;
  const remove = () =>
    confirm({
      title: publishText('remove.ask', { title }),
      consequence: publishText('remove.consequence'),
      danger: true,
      okText: publishText('remove'),
      onOk: () => {
        const wrong = design.designed.act([{ edit: 'remove', at: [] }]);
        if (wrong === undefined) void message.success(publishText('remove.done', { title }));
        else void message.warning(wrong);
      },
    });
  const tools: readonly (readonly [label: string, icon: ReactNode, disabled: boolean, act: () => void])[] = [
    [text('undo'), <UndoOutlined key="undo" />, !design.canUndo, design.undo],
    [text('redo'), <RedoOutlined key="redo" />, !design.canRedo, design.redo],
    [text('history'), <HistoryOutlined key="history" />, false, onHistory],
    [publishText('export'), <DownloadOutlined key="export" />, false, () => void saveFile(key)],
    ...(isOwnKey(key)
      ? [[publishText('remove'), <DeleteOutlined key="remove" />, design.leaving, () => void remove()] as const]
      : []),
  ];
  return (
    <Space wrap data-tour="acts">
      <DesignTour />
      {tools.map(([label, icon, disabled, act]) => (
        <ToolButton key={label} label={label} icon={icon} disabled={disabled} onClick={act} />
      ))}
      {publishes ? (
        <>
          <Button disabled={design.known.seq === 0} onClick={() => void discard()}>
            {text('discard')}
          </Button>
          <Button
            type="primary"
            title="Ctrl+Enter"
            disabled={design.changes === 0 || design.saving}
            onClick={onPublish}
          >
            {text('publish')}
          </Button>
        </>
      ) : null}
    </Space>
  );
}

/** Downloads the entity's file as it would be shipped with the edits in it. */
async function saveFile(entity: string): Promise<void> {
  const { name, text } = await fetchFile(entity);
  saveBlob(new Blob([text], { type: 'application/json' }), name.split('/').at(-1) ?? name);
}
