import { Skeleton } from 'antd';
import { Suspense, useEffect, useState } from 'react';
import { ApiError } from '../../api/faults.ts';
import type { ActionPlan } from '../../compile/toolbar/compile-toolbar.ts';
import type { OperationOf } from '../../core/model/entity-model.ts';
import type { WireRecord } from '../../core/wire/contract.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { lazyPiece } from '../../ui/lazy-piece.tsx';
import { useIsPhone } from '../../ui/useIsPhone.ts';
import { callOperation } from '../calls/entity-calls.ts';
import { recordLink, useEntityPage } from '../EntityContext.ts';
import { recordName } from '../model/record-view.ts';
import { codeText } from './scanned.ts';
import { scanText } from './text.ts';
import './scan.css';

const QrPicture = lazyPiece(() => import('../../field-types/qr-code/QrPicture.tsx').then((module) => module.QrPicture));

interface ShownCode {
  readonly code: string;
  readonly seconds: number;
}

/** The turning code of a record, large enough to be scanned from a screen; it follows the server's code by itself. */
export function ScanCodeDialog({
  plan,
  record,
  onClose,
}: {
  readonly plan: ActionPlan;
  readonly record: WireRecord;
  readonly onClose: () => void;
}) {
  const { page, base } = useEntityPage();
  const phone = useIsPhone();
  const [shown, setShown] = useState<ShownCode>();
  const [problem, setProblem] = useState<string>();
  const operation = page.model.operations.find(
    (one): one is OperationOf<'scanCode'> => one.kind === 'scanCode' && one.name === plan.operation,
  );
  const { model, callPage } = page;

  useEffect(() => {
    if (operation === undefined) return undefined;
    const asking = new AbortController();
    let timer: ReturnType<typeof setTimeout>;
    const ask = async (): Promise<void> => {
      try {
        const options = { page: callPage, signal: asking.signal, quiet: true };
        const { code, remaining } = await callOperation(model, operation, { id: record.id }, options);
        setProblem(undefined);
        count(code, remaining);
      } catch (error) {
        if (asking.signal.aborted) return;
        if (!(error instanceof ApiError)) throw error;
        setProblem(error.msg);
        timer = setTimeout(() => void ask(), 5_000);
      }
    };
    const count = (code: string, remaining: number): void => {
      setShown({ code, seconds: Math.ceil(remaining / 1_000) });
      timer = setTimeout(
        () => (remaining <= 1_000 ? void ask() : count(code, remaining - 1_000)),
        Math.min(1_000, remaining),
      );
    };
    void ask();
    return () => {
      asking.abort();
      clearTimeout(timer);
    };
  }, [model, callPage, operation, record.id]);

  const action = model.transitions[operation?.transition ?? '']?.title ?? plan.title;
  const size = phone ? 260 : 360;
  return (
    <Dialog
      open
      title={scanText('show.title', { action, name: recordName(page, record) })}
      width={480}
      footer={null}
      onClose={onClose}
    >
      <div className="anlan-scan-shown">
        {problem !== undefined && (
          <div className="anlan-fault" role="alert">
            {problem}
          </div>
        )}
        {shown === undefined ? (
          <Skeleton active />
        ) : (
          <>
            <span role="img" aria-label={scanText('show.code', { action })}>
              <Suspense fallback={<span style={{ display: 'inline-block', width: size, height: size }} />}>
                <QrPicture
                  text={codeText(recordLink(base, record.id), {
                    transition: operation?.transition ?? '',
                    record: record.id,
                    code: shown.code,
                  })}
                  size={size}
                />
              </Suspense>
            </span>
            <p className="anlan-scan-code">{`${shown.code.slice(0, 4)}-${shown.code.slice(4)}`}</p>
            <p className="anlan-hint">{scanText('show.next', { seconds: shown.seconds })}</p>
          </>
        )}
        <p className="anlan-hint">{scanText('show.hint', { action })}</p>
      </div>
    </Dialog>
  );
}
