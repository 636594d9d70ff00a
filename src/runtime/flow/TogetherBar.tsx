import { Button, Checkbox } from 'antd';
import { useState } from 'react';
import type { WireRecord } from '../../core/wire/contract.ts';
import { useActions } from '../actions/ActionsProvider.tsx';
import { runtimeText } from '../text.ts';
import type { StepTogether } from './child-rows.ts';
import { flowText } from './text.ts';

interface TogetherBarProps {
  readonly steps: readonly StepTogether[];
  readonly picked: ReadonlySet<string>;
  readonly onPick: (ids: ReadonlySet<string>) => void;
}

/** Above the rows of a record: ticks all that a step can be taken on at once, and takes it on those that are ticked. */
export function TogetherBar({ steps: all, picked, onPick }: TogetherBarProps) {
  const { run, busy } = useActions();
  // Until the rows are read anew, those on which the step was taken stand there as they were.
  const [taken, setTaken] = useState<ReadonlyMap<string, number>>(new Map());
  const steps = all.map((step) => ({ ...step, rows: step.rows.filter((row) => taken.get(row.id) !== row.version) }));
  const rows = [...new Map(steps.flatMap((step) => step.rows).map((row) => [row.id, row])).values()];
  const ticked = (some: readonly WireRecord[]) => some.filter(({ id }) => picked.has(id));
  const count = ticked(rows).length;
  return (
    <fieldset className="anlan-together" aria-label={flowText('child.together')}>
      <Checkbox
        checked={count === rows.length}
        indeterminate={count > 0 && count < rows.length}
        onChange={({ target }) => onPick(new Set(target.checked ? rows.map(({ id }) => id) : []))}
      >
        {flowText('child.tickAll', { count: rows.length })}
      </Checkbox>
      {steps.map(({ plan, rows: fit }) => {
        const chosen = ticked(fit);
        return (
          <Button
            key={plan.key}
            type="primary"
            size="small"
            disabled={chosen.length === 0}
            loading={busy(plan)}
            onClick={() =>
              run(plan, chosen, {
                onDone: () => {
                  setTaken(new Map(chosen.map(({ id, version }) => [id, version])));
                  onPick(new Set());
                },
              })
            }
          >
            {flowText('child.takeTogether', { action: plan.title, count: chosen.length })}
          </Button>
        );
      })}
      <span className="anlan-count">{count > 0 && runtimeText('list.selected', { count })}</span>
    </fieldset>
  );
}
