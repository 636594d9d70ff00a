import { Button } from 'antd';
import { useState } from 'react';
import type { WireRecord } from '../../../core/wire/contract.ts';
import { useEntityPage } from '../../../runtime/EntityContext.ts';
import { PageContainer } from '../../../ui/PageContainer.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { useConfirm } from '../../../ui/useConfirm.tsx';
import { takeSheetStep } from './exam-calls.ts';
import { clockText } from './exam-clock.ts';
import { useExamText } from './exam-text.ts';
import { SheetState } from './SheetState.tsx';
import { deviceId, deviceName } from './seat.ts';
import { attemptText, examineeName, examName, switchLimitOf } from './sheet-facts.ts';
import type { SheetReader } from './useSheet.ts';
import { useTimeLeft } from './useTimeLeft.ts';

interface BriefingProps {
  readonly record: WireRecord;
  readonly sheet: SheetReader;
}

/** What is to be known before an exam, until when it can be begun, and its beginning. */
export function Briefing({ record, sheet }: BriefingProps) {
  const { open } = useEntityPage();
  const text = useExamText();
  const minutes = Number(record.duration);
  const [from, until] = [String(record.windowStart), String(record.windowEnd)];
  const limit = switchLimitOf(record);
  return (
    <>
      <PageHeader
        title={examName(record)}
        tags={<SheetState record={record} />}
        onBack={() => open({ kind: 'list' })}
      />
      <PageContainer>
        <dl className="anlan-exam-facts">
          <Fact title={text('examinee')} value={examineeName(record)} />
          <Fact
            title={text('window')}
            value={text('window.between', { from: from.slice(0, 16), to: until.slice(0, 16) })}
          />
          <Fact title={text('duration')} value={text('minutes', { count: minutes })} />
          <Fact title={text('pass')} value={text('points', { count: Number(record.passScore) })} />
          <Fact title={text('attempt')} value={attemptText(record)} />
        </dl>
        <h2 className="anlan-exam-rules-title">{text('brief.rules')}</h2>
        <ul className="anlan-exam-rules">
          <li>{text('brief.timing', { minutes, end: until.slice(0, 16) })}</li>
          <li>{text('brief.clock')}</li>
          <li>{text('brief.kept')}</li>
          <li>{text('brief.offline.end')}</li>
          <li>{text('brief.device')}</li>
          <li>{limit > 0 ? text('brief.switch', { limit }) : text('brief.switch.none')}</li>
        </ul>
        <Begin record={record} sheet={sheet} from={from} until={until} />
      </PageContainer>
    </>
  );
}

function Fact({ title, value }: { readonly title: string; readonly value: string }) {
  return (
    <div>
      <dt>{title}</dt>
      <dd>{value}</dd>
    </div>
  );
}

interface BeginProps extends BriefingProps {
  readonly from: string;
  readonly until: string;
}

/** The button that begins, or how long there is to wait for it. */
function Begin({ record, sheet, from, until }: BeginProps) {
  const { page } = useEntityPage();
  const text = useExamText();
  const confirm = useConfirm(record.id);
  const [failure, setFailure] = useState<string>();
  const toStart = useTimeLeft(from, () => void sheet.look());
  const toEnd = useTimeLeft(until);
  const start = async (): Promise<void> => {
    setFailure(undefined);
    const device = await deviceId();
    await takeSheetStep(page, 'start', { id: record.id, device, deviceName: deviceName() }).catch((error: unknown) =>
      setFailure(text('start.failed', { reason: error instanceof Error ? error.message : String(error) })),
    );
    await sheet.reload();
  };
  const ask = () => void confirm({ title: text('start.ask'), okText: text('start'), onOk: start });
  const waits = toStart > 0;
  const over = toEnd <= 0;
  return (
    <div className="anlan-exam-begin">
      {waits && (
        <p role="timer">
          {text('brief.opens')} <strong className="anlan-exam-wait">{clockText(toStart)}</strong>
        </p>
      )}
      {over && <p className="anlan-exam-fault">{text('brief.over')}</p>}
      {failure !== undefined && (
        <p className="anlan-exam-fault" role="alert">
          {failure}
        </p>
      )}
      <Button type="primary" size="large" disabled={waits || over} onClick={ask}>
        {waits ? text('brief.not.open') : text('start')}
      </Button>
    </div>
  );
}
