import { useMemo, useRef } from 'react';
import { recordActions } from '../../compile/toolbar/compile-toolbar.ts';
import type { WireRecord } from '../../core/wire/contract.ts';
import { useEntityPage } from '../../runtime/EntityContext.ts';
import { useKeptAnswers } from '../../runtime/kept/useKept.ts';
import { ViewFrame } from '../../runtime/view/ViewFrame.tsx';
import type { WalkSettings } from './definition.ts';
import { createStepForm } from './point-form.ts';
import { TooMany } from './TooMany.tsx';
import { useWalkList } from './useWalkList.ts';
import { WalkPoints } from './WalkPoints.tsx';
import { pointsOf } from './walk-model.ts';

/** The records of the page, each answered by a step. */
export function StepsWalk({ settings }: { readonly settings: WalkSettings }) {
  const view = useWalkList(settings);
  return (
    <ViewFrame view={view} isEmpty={() => false}>
      {({ records, more }) => (
        <>
          {more && <TooMany count={records.length} />}
          <Steps settings={settings} records={records} onTaken={view.refresh} />
        </>
      )}
    </ViewFrame>
  );
}

interface StepsProps {
  readonly settings: WalkSettings;
  readonly records: readonly WireRecord[];
  readonly onTaken: () => void;
}

function Steps({ settings, records, onTaken }: StepsProps) {
  const { page, me, can, access } = useEntityPage();
  const place = page.page.code;
  const all = useKeptAnswers();
  const answers = useMemo(() => all.filter((answer) => answer.place === place), [all, place]);
  const met = useMet(records);
  const plan = page.toolbar.row.find(({ key }) => key === settings.fire);
  if (plan === undefined) return null;
  const now = new Set(records.map(({ id }) => id));
  const points = pointsOf({
    page,
    records: met,
    answers,
    by: undefined,
    open: ({ id, abilities }) =>
      now.has(id) &&
      recordActions([plan], abilities).length > 0 &&
      (plan.button === undefined || can(plan.button) || abilities?.[plan.key] === true),
    answered: ({ id }) => !now.has(id),
  });
  return (
    <WalkPoints
      title={undefined}
      parent={undefined}
      page={page}
      place={place}
      points={points}
      answers={answers}
      shows={page.model.transitions[plan.key]?.shows ?? []}
      offline={settings.offline}
      more={false}
      operation={{ kind: 'step', plan }}
      formOf={(point) => createStepForm({ page, plan, point, me, access: (field) => access(field, point.record) })}
      foot={undefined}
      onTaken={onTaken}
      onBack={undefined}
    />
  );
}

/** Records as they were met since the page was opened: one that the server answers no more was answered meanwhile. */
function useMet(records: readonly WireRecord[]): readonly WireRecord[] {
  const met = useRef(new Map<string, WireRecord>());
  for (const record of records) met.current.set(record.id, record);
  return [...met.current.values()];
}
