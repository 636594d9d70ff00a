import { CloudUploadOutlined, DisconnectOutlined, WarningOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useEffect, useState } from 'react';
import { sendKept } from '../../api/kept/kept-sender.ts';
import type { KeptAnswer } from '../../api/kept/kept-types.ts';
import { useKeptText } from './text.ts';
import { useOnline } from './useKept.ts';
import './kept.css';

/** Bytes of free room below which a device is called nearly full. */
const LITTLE = 60 * 1024 * 1024;

/** What of the person's answers is still on this device, and why. Nothing where all has gone up. */
export function KeptBar({ answers }: { readonly answers: readonly KeptAnswer[] }) {
  const text = useKeptText();
  const online = useOnline();
  const left = useRoomLeft(answers.length);
  const waiting = answers.filter(({ refused }) => refused === undefined).length;
  const refused = answers.length - waiting;
  if (online && answers.length === 0 && left === undefined) return null;
  return (
    <div className="anlan-kept-bar" role="status" data-offline={!online || undefined}>
      {!online && (
        <span>
          <DisconnectOutlined aria-hidden /> {text('offline')}
        </span>
      )}
      {waiting > 0 && (
        <span data-testid="kept-waiting">
          <CloudUploadOutlined aria-hidden /> {text('waiting', { count: waiting })}
        </span>
      )}
      {refused > 0 && (
        <span className="anlan-kept-refused">
          <WarningOutlined aria-hidden /> {text('refused', { count: refused })}
        </span>
      )}
      {left !== undefined && <span className="anlan-kept-refused">{text('full.soon', { size: left })}</span>}
      {online && waiting > 0 && (
        <Button type="link" size="small" onClick={() => void sendKept()}>
          {text('send.now')}
        </Button>
      )}
    </div>
  );
}

/** Megabytes that are left on the device where they are few; undefined where there are enough or nobody knows. */
function useRoomLeft(answers: number): number | undefined {
  const [left, setLeft] = useState<number>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked at anew with each answer.
  useEffect(() => {
    let alive = true;
    // Over plain http browsers do not say.
    void navigator.storage?.estimate?.().then(({ quota, usage }) => {
      const free = quota === undefined || usage === undefined ? Number.POSITIVE_INFINITY : quota - usage;
      if (alive) setLeft(free < LITTLE ? Math.max(0, Math.floor(free / 1024 / 1024)) : undefined);
    });
    return () => {
      alive = false;
    };
  }, [answers]);
  return left;
}
