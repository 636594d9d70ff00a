import { Alert, Button, Progress } from 'antd';
import { useCallback, useEffect, useState } from 'react';
import type { Recalculation as RecalculationAnswer } from '../../core/wire/operations.ts';
import { callOperation, operationOf } from '../calls/entity-calls.ts';
import { useEntityPage } from '../EntityContext.ts';
import { runtimeText } from '../text.ts';

/** Milliseconds between two looks at a recalculation under way. */
const LOOK_EVERY = 1500;

const underWay = (known: RecalculationAnswer | undefined): boolean =>
  known?.state === 'waiting' || known?.state === 'running';

/**
 * Says on the pages of a setup table or of the settings how many stored results it would change, and offers to recalculate them. Nothing is
 * shown to those who may not change the table, and where no result would change.
 */
export function RecalculationOffer() {
  const { page, can, changes } = useEntityPage();
  const [known, setKnown] = useState<RecalculationAnswer>();
  const [asking, setAsking] = useState(false);
  const { model } = page;
  const read = operationOf(model, 'recalculation');
  const write = operationOf(model, 'recalculate');
  const { code } = page.page;
  const allowed = can(`${code}_${read?.button ?? 'edit'}`);

  const look = useCallback(async () => {
    if (read === undefined || !allowed) return;
    const answer = await callOperation(model, read, {}, { page: code, quiet: true }).catch(() => undefined);
    if (answer !== undefined) setKnown(answer);
  }, [read, allowed, model, code]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a change on this page may change results.
  useEffect(() => {
    void look();
  }, [look, changes]);

  const running = underWay(known);
  useEffect(() => {
    if (!running) return;
    const timer = setInterval(() => void look(), LOOK_EVERY);
    return () => clearInterval(timer);
  }, [running, look]);

  if (known === undefined || write === undefined) return null;
  if (running) {
    const percent = known.total === 0 ? 0 : Math.round((known.done / known.total) * 100);
    return (
      <Alert
        type="info"
        className="anlan-recalculation"
        message={runtimeText('recalculation.running', { done: known.done, total: known.total })}
        description={<Progress percent={percent} size="small" />}
      />
    );
  }
  if (known.affected === 0) return null;
  const start = async () => {
    setAsking(true);
    const answer = await callOperation(model, write, {}, { page: code }).catch(() => undefined);
    setAsking(false);
    if (answer !== undefined) setKnown(answer);
    else void look();
  };
  return (
    <Alert
      type="warning"
      showIcon
      className="anlan-recalculation"
      message={runtimeText('recalculation.affected', { count: known.affected })}
      action={
        <Button size="small" loading={asking} onClick={() => void start()}>
          {runtimeText('recalculation.start')}
        </Button>
      }
    />
  );
}
