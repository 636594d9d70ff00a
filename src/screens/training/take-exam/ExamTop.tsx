import { CloudSyncOutlined, DisconnectOutlined, SaveOutlined, WarningOutlined } from '@ant-design/icons';
import { Button, Segmented } from 'antd';
import type { WireRecord } from '../../../core/wire/contract.ts';
import { useOnline } from '../../../runtime/kept/useKept.ts';
import { useIsPhone } from '../../../ui/useIsPhone.ts';
import { clockText, type Urgency } from './exam-clock.ts';
import { useExamText } from './exam-text.ts';
import type { PaperMode } from './paper-mode.ts';
import { examineeName, examName } from './sheet-facts.ts';
import type { Desk } from './useDesk.ts';

interface ExamTopProps {
  readonly record: WireRecord;
  readonly left: number;
  readonly urgency: Urgency;
  readonly desk: Desk;
  readonly mode: PaperMode;
  readonly onMode: (mode: PaperMode) => void;
  readonly onHandIn: () => void;
  readonly locked: boolean;
}

/** What is always in sight: the exam, what is saved, what is left of the time, and handing in. */
export function ExamTop({ record, left, urgency, desk, mode, onMode, onHandIn, locked }: ExamTopProps) {
  const text = useExamText();
  const phone = useIsPhone();
  return (
    <header className="anlan-exam-top">
      <div className="anlan-exam-title">
        <h1>{examName(record)}</h1>
        {!phone && <span>{examineeName(record)}</span>}
      </div>
      <SavedState desk={desk} left={left} />
      {!phone && <ModeSwitch mode={mode} onMode={onMode} />}
      <div className="anlan-exam-clock" data-urgency={urgency} role="timer" aria-label={text('left')}>
        {!phone && <span className="anlan-exam-clock-name">{text('left')}</span>}
        <strong data-testid="exam-clock">{clockText(left)}</strong>
      </div>
      <Button type="primary" size="large" disabled={locked} onClick={onHandIn}>
        {text('hand.in')}
      </Button>
    </header>
  );
}

/** One question at a time, or all of them. */
export function ModeSwitch({ mode, onMode }: Pick<ExamTopProps, 'mode' | 'onMode'>) {
  const text = useExamText();
  return (
    <Segmented<PaperMode>
      aria-label={text('view')}
      value={mode}
      options={[
        { value: 'one', label: text('one.by.one') },
        { value: 'all', label: text('all') },
      ]}
      onChange={onMode}
    />
  );
}

/** Minutes before the end from when being offline is told as grave. */
const GRAVE = 10 * 60_000;

/** Whether what was answered is on the server, on this device, or nowhere. */
function SavedState({ desk, left }: { readonly desk: Desk; readonly left: number }) {
  const text = useExamText();
  const online = useOnline();
  const { waiting, savedAt, refused } = desk.onItsWay;
  if (refused.length > 0) {
    return (
      <output className="anlan-exam-saved" data-state="refused">
        <WarningOutlined aria-hidden /> {text('refused', { count: refused.length })}
      </output>
    );
  }
  if (!online) {
    const grave = left < GRAVE && left > 0;
    const said = grave
      ? text('offline.end', { minutes: Math.ceil(left / 60_000) })
      : waiting > 0
        ? text('offline', { count: waiting })
        : text('offline.none');
    return (
      <output className="anlan-exam-saved" data-state={grave ? 'refused' : 'offline'}>
        <DisconnectOutlined aria-hidden /> {said}
      </output>
    );
  }
  // Nobody wants to hear of each answer that it was saved.
  return (
    <span className="anlan-exam-saved" data-state={waiting > 0 ? 'waiting' : 'saved'} data-testid="exam-saved">
      {waiting > 0 ? <CloudSyncOutlined aria-hidden /> : <SaveOutlined aria-hidden />}{' '}
      {waiting > 1
        ? text('saving.here', { count: waiting })
        : waiting > 0
          ? text('saving')
          : savedAt === undefined
            ? text('saved')
            : text('saved.at', { time: savedAt })}
    </span>
  );
}
