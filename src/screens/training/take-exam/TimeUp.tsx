import { Button, Spin } from 'antd';
import { useEffect } from 'react';
import { keptChanged } from '../../../api/kept/kept-sender.ts';
import { settleAnswer } from '../../../api/kept/kept-store.ts';
import { useOnline } from '../../../runtime/kept/useKept.ts';
import { useExamText } from './exam-text.ts';
import type { Desk } from './useDesk.ts';
import type { SheetReader } from './useSheet.ts';

/** Milliseconds between two looks whether the server has handed in. */
const AGAIN = 2_000;

interface TimeUpProps {
  readonly over: boolean;
  readonly desk: Desk;
  readonly sheet: SheetReader;
}

/** Waits for the sheet to be handed in: by the person, or by the server when the time is up. */
export function TimeUp({ over, desk, sheet }: TimeUpProps) {
  const text = useExamText();
  const online = useOnline();
  const { handingIn } = desk.onItsWay;
  const waits = over || handingIn !== undefined;
  const { look } = sheet;
  useEffect(() => {
    if (!waits) return;
    const timer = setInterval(() => void look(), AGAIN);
    void look();
    return () => clearInterval(timer);
  }, [waits, look]);
  if (!waits) return null;
  const refused = handingIn?.refused;
  const drop = async (): Promise<void> => {
    if (handingIn !== undefined) await settleAnswer(handingIn, undefined);
    keptChanged();
    await look();
  };
  if (refused !== undefined && !over) {
    return (
      <div className="anlan-exam-veil" role="alert">
        <h2>{text('hand.in.failed', { reason: refused.errors.map(({ msg }) => msg).join(' ') || refused.msg })}</h2>
        <Button type="primary" onClick={() => void drop()}>
          {text('hand.in.back')}
        </Button>
      </div>
    );
  }
  return (
    <div className="anlan-exam-veil" role="alert">
      {online && <Spin size="large" />}
      <h2>{over ? text('time.up') : text('hand.in.doing')}</h2>
      <p>{said(over, online)}</p>
    </div>
  );

  function said(up: boolean, connected: boolean): string {
    if (up) return text(connected ? 'time.up.hint' : 'time.up.away');
    return connected ? '' : text('hand.in.kept');
  }
}
