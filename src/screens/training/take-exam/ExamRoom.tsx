import { Button } from 'antd';
import { useMemo } from 'react';
import { useEntityPage } from '../../../runtime/EntityContext.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { LoadingDelay } from '../../../ui/LoadingDelay.tsx';
import { Briefing } from './Briefing.tsx';
import { ExamFrame } from './ExamFrame.tsx';
import { ExamResult } from './ExamResult.tsx';
import { useExamText } from './exam-text.ts';
import { SeatGate } from './SeatGate.tsx';
import { Sitting } from './Sitting.tsx';
import { questionsIn } from './sheet.ts';
import { type SheetReader, useSheet } from './useSheet.ts';
import './exam.css';

/** One sheet: what is to be known before, the desk at which it is answered, and what came of it. */
export function ExamRoom({ id }: { readonly id: string }) {
  const sheet = useSheet(id);
  const { record, failure } = sheet;
  const children = record?.children;
  const questions = useMemo(() => questionsIn(children), [children]);
  if (record === undefined) return failure === undefined ? <LoadingDelay loading rows={8} /> : <Failure {...sheet} />;
  if (record.status === '0') return <Briefing record={record} sheet={sheet} />;
  if (record.status !== '1') return <ExamResult record={record} questions={questions} sheet={sheet} />;
  return (
    <ExamFrame>
      <SeatGate record={record} sheet={sheet}>
        {(seat) => <Sitting record={record} questions={questions} sheet={sheet} seat={seat} />}
      </SeatGate>
    </ExamFrame>
  );
}

function Failure({ failure, reload }: SheetReader) {
  const { open } = useEntityPage();
  const text = useExamText();
  const back = <Button onClick={() => open({ kind: 'list' })}>{text('back')}</Button>;
  if (failure?.kind === 'none') return <EmptyState reason="forbidden" title={text('room.none')} action={back} />;
  const message = failure?.kind === 'failed' ? failure.message : text('room.away');
  return <ErrorState title={text('room.failed')} message={message} onRetry={() => void reload()} extra={back} />;
}
