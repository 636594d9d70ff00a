import { Button } from 'antd';
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { releaseAndSend } from '../../../api/kept/kept-sender.ts';
import type { WireRecord } from '../../../core/wire/contract.ts';
import { useEntityPage } from '../../../runtime/EntityContext.ts';
import { LoadingDelay } from '../../../ui/LoadingDelay.tsx';
import { sheetPlace, takeSheetStep } from './exam-calls.ts';
import { useExamText } from './exam-text.ts';
import { deviceId, deviceName, holdTab } from './seat.ts';
import { examName } from './sheet-facts.ts';
import type { SheetReader } from './useSheet.ts';

/** Where a sheet is answered: this page of this device. */
export interface Seat {
  readonly device: string;
  /** Whether this page is still the one of its browser. */
  readonly held: () => boolean;
}

interface SeatGateProps {
  readonly record: WireRecord;
  readonly sheet: SheetReader;
  readonly children: (seat: Seat) => ReactNode;
}

/** Lets one page of one device at a sheet, and says which where it is another one. */
export function SeatGate({ record, sheet, children }: SeatGateProps) {
  const text = useExamText();
  const device = useDevice();
  const tab = useTab(record.id);
  const seat = useTakeSeat(record, sheet, device);
  // Once it was here, another device has taken it away; before that it is asked for.
  const [sat, setSat] = useState(false);
  const mine = device !== undefined && record.device === device;
  useEffect(() => {
    if (mine) setSat(true);
  }, [mine]);
  const { take, failure } = seat;
  const free = device !== undefined && typeof record.device !== 'string';
  useEffect(() => {
    if (free) void take();
  }, [free, take]);

  if (device === undefined || tab === undefined || (free && failure === undefined)) {
    return <LoadingDelay loading rows={8} />;
  }
  if (tab.lost) {
    return <Stop title={text('seat.tab')} hint={text('seat.tab.hint')} act={text('seat.tab.take')} onTake={tab.take} />;
  }
  if (!mine) {
    const name = typeof record.deviceName === 'string' ? record.deviceName : '';
    return (
      <Stop
        title={sat ? text('seat.lost') : text('seat.title')}
        name={examName(record)}
        where={name === '' ? undefined : text('seat.where', { device: name })}
        hint={sat ? text('seat.lost.hint') : text('seat.warn')}
        act={text('seat.take')}
        busy={seat.busy}
        failure={failure === undefined ? undefined : text('seat.failed', { reason: failure })}
        onTake={() => void take()}
      />
    );
  }
  return <>{children({ device, held: tab.held })}</>;
}

function useDevice(): string | undefined {
  const [device, setDevice] = useState<string>();
  useEffect(() => {
    let alive = true;
    void deviceId().then((id) => {
      if (alive) setDevice(id);
    });
    return () => {
      alive = false;
    };
  }, []);
  return device;
}

/** Whether this page is the one of its browser that answers the sheet. What another one wrote goes up first. */
function useTab(sheet: string) {
  const [lost, setLost] = useState(false);
  const [tab, setTab] = useState<ReturnType<typeof holdTab>>();
  useEffect(() => {
    if (lost) return;
    const made = holdTab(sheet, () => setLost(true));
    setTab(made);
    void releaseAndSend(sheetPlace(sheet)).catch(() => undefined);
    return made.end;
  }, [sheet, lost]);
  const take = useCallback(() => setLost(false), []);
  return tab === undefined ? undefined : { lost, held: tab.held, take };
}

/** Takes the sheet to this device. */
function useTakeSeat({ id }: WireRecord, { reload }: SheetReader, device: string | undefined) {
  const { page } = useEntityPage();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const take = useCallback(async (): Promise<void> => {
    if (device === undefined) return;
    setBusy(true);
    setFailure(undefined);
    try {
      await takeSheetStep(page, 'enter', { id, device, deviceName: deviceName() });
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error));
    }
    await reload();
    setBusy(false);
  }, [page, id, device, reload]);
  return { take, busy, failure };
}

interface StopProps {
  readonly title: string;
  readonly name?: string;
  readonly where?: string | undefined;
  readonly hint: string;
  readonly act: string;
  readonly busy?: boolean;
  readonly failure?: string | undefined;
  readonly onTake: () => void;
}

/** Says why nothing can be answered here, and how it can. */
function Stop({ title, name, where, hint, act, busy = false, failure, onTake }: StopProps) {
  const { open } = useEntityPage();
  const text = useExamText();
  return (
    <div className="anlan-exam-stop" role="alert">
      {name !== undefined && <p className="anlan-exam-stop-name">{name}</p>}
      <h1>{title}</h1>
      {where !== undefined && <p>{where}</p>}
      <p>{hint}</p>
      {failure !== undefined && <p className="anlan-exam-fault">{failure}</p>}
      <div className="anlan-exam-stop-acts">
        <Button size="large" onClick={() => open({ kind: 'list' })}>
          {text('back')}
        </Button>
        <Button size="large" type="primary" loading={busy} onClick={onTake}>
          {act}
        </Button>
      </div>
    </div>
  );
}
