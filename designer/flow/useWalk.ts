import { useMemo, useState } from 'react';
import { currentTenantId, useSession } from '../../src/api/session.ts';
import type { Effect } from '../../src/core/dialect/entity.generated.ts';
import type { LevelModel, TransitionModel } from '../../src/core/model/entity-model.ts';
import { applyDefaults, computeRecord } from '../../src/core/validation/compute-record.ts';
import type { RecordEnvironment, RecordValues } from '../../src/core/validation/record-environment.ts';
import type { EntityPageModel } from '../../src/runtime/model/page-model.ts';
import { expressionUserOf } from '../../src/runtime/model/person.ts';
import { browserEnvironment } from '../../src/runtime/model/record-environment.ts';
import { previewEnvironment } from '../../src/runtime/preview/usePreviewEngine.ts';
import { levelsAhead, missingIn, type StandingStep, sentTo, standingSteps, type Taken, takeStep } from './walk.ts';

/** As whom a flow is walked through, over which record. */
interface Walker {
  readonly role: string;
  /** `creator`, and fields of people in which he stands. */
  readonly relations: readonly string[];
  /** Position among the entity's examples; -1 for an empty record. */
  readonly sample: number;
}

/** Something that happened on the way. */
export interface WalkEntry {
  readonly kind: 'step' | 'opened' | 'granted' | 'rejected';
  readonly title: string;
  readonly role: string;
  /** States before and after. */
  readonly from: unknown;
  readonly to: unknown;
  readonly assumed: readonly string[];
  readonly written: readonly string[];
  readonly effects: readonly Effect[];
  readonly missing: readonly string[];
}

/** An approval that is being decided. */
interface Pending {
  readonly step: TransitionModel;
  /** What is done once all have agreed. */
  readonly outcome: Taken;
  readonly levels: readonly LevelModel[];
  readonly level: number;
}

interface Way {
  readonly record: RecordValues;
  readonly pending: Pending | undefined;
  readonly log: readonly WalkEntry[];
}

/** A walk through a flow, in the browser alone. */
interface Walk {
  readonly record: RecordValues;
  readonly me: ReturnType<typeof expressionUserOf>;
  readonly steps: readonly StandingStep[];
  readonly pending: Pending | undefined;
  readonly log: readonly WalkEntry[];
  environment(row?: RecordValues): RecordEnvironment;
  /** Takes a step with what was entered; gives why it is refused. */
  take(step: TransitionModel, given: RecordValues, row: RecordValues): readonly string[];
  decide(granted: boolean): void;
  reset(): void;
}

/** Walks through the flow of a page's entity; another walker or another flow begins anew. */
export function useWalk(page: EntityPageModel, { role, relations, sample }: Walker): Walk {
  const { model } = page;
  const userInfo = useSession((state) => state.userInfo);
  const tenantId = useSession((state) => currentTenantId(state));
  const me = useMemo(() => ({ ...expressionUserOf(userInfo, tenantId), roles: [role] }), [userInfo, tenantId, role]);
  const example = model.source.examples?.[sample];
  const environmentOf = (stored: RecordValues | undefined, row?: RecordValues) =>
    previewEnvironment(browserEnvironment(page, me, { stored, row }), example);
  const start = useMemo((): Way => {
    const given = (example?.record ?? {}) as RecordValues;
    const environment = previewEnvironment(browserEnvironment(page, me), example);
    const begun = {
      status: model.initialState ?? null,
      ...attempt(() => applyDefaults(model, given, environment), given),
    };
    const record = attempt(() => computeRecord(model, begun, environment), begun);
    return { record: { ...record, id: '0', version: 1 }, pending: undefined, log: [] };
  }, [page, model, me, example]);
  const [gone, setGone] = useState<{ readonly of: Way; readonly way: Way }>();
  const way = gone?.of === start ? gone.way : start;
  const go = (next: Way) => setGone({ of: start, way: next });
  const record = useMemo(() => related(way.record, relations, me.userId ?? ''), [way.record, relations, me.userId]);
  const entry = (kind: WalkEntry['kind'], title: string, to: RecordValues, taken?: Taken): WalkEntry => ({
    kind,
    title,
    role,
    from: record.status,
    to: to.status,
    assumed: taken?.assumed ?? [],
    written: taken?.written ?? [],
    effects: taken?.effects ?? [],
    missing: missingIn(model, to),
  });
  return {
    record,
    me,
    steps: standingSteps(model, record, environmentOf(record)),
    pending: way.pending,
    log: way.log,
    environment: (row) => environmentOf(record, row),
    take(step, given, row) {
      const environment = environmentOf(record, { ...given, ...row });
      const taken = takeStep(model, record, step, given, environment);
      if (taken.refusals.length > 0) return taken.refusals;
      const levels = levelsAhead(step, { ...record, ...given }, environment);
      const { approval } = step;
      if (approval === undefined || (levels.length === 0 && approval.from === undefined)) {
        go({
          record: taken.record,
          pending: undefined,
          log: [...way.log, entry('step', step.title, taken.record, taken)],
        });
        return [];
      }
      const waiting = sentTo(record, approval.opens?.to ?? approval.pending);
      go({
        record: waiting,
        pending: { step, outcome: taken, levels, level: 0 },
        log: [...way.log, entry('opened', step.title, waiting)],
      });
      return [];
    },
    decide(granted) {
      const { pending } = way;
      if (pending === undefined) return;
      const { step, outcome, levels, level } = pending;
      const title = levels[level]?.title ?? step.title;
      if (!granted) {
        const back = sentTo(record, step.approval?.reject.to ?? step.from[0]);
        go({ record: back, pending: undefined, log: [...way.log, entry('rejected', title, back)] });
      } else if (level + 1 < levels.length) {
        const log = [...way.log, entry('granted', title, record)];
        go({ record: way.record, pending: { ...pending, level: level + 1 }, log });
      } else {
        const done = outcome.record;
        const log = [...way.log, entry('granted', title, record), entry('step', step.title, done, outcome)];
        go({ record: done, pending: undefined, log });
      }
    },
    reset: () => setGone(undefined),
  };
}

/** The record as if the walker stood in it where he says that he does, and nowhere else as its creator. */
function related(record: RecordValues, relations: readonly string[], userId: string): RecordValues {
  const fields = Object.fromEntries(relations.filter((key) => key !== 'creator').map((key) => [key, userId]));
  return { ...record, ...fields, createUser: relations.includes('creator') ? userId : null };
}

/** What comes out, or what there was where only the plant's data would tell. */
function attempt<T>(make: () => T, otherwise: T): T {
  try {
    return make();
  } catch {
    return otherwise;
  }
}
