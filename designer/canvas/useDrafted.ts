import { useEffect, useMemo, useRef, useState } from 'react';
import type { Entity } from '../../src/core/dialect/entity.generated.ts';
import { sameJson } from '../../src/core/validation/same-value.ts';
import { sharedJson } from '../../src/core/validation/shared-json.ts';
import type { DraftFinding } from '../../src/core/wire/page.ts';
import type { EntityPageModel } from '../../src/runtime/model/page-model.ts';
import { BARE, buildDraft, type Surroundings } from '../../src/runtime/preview/draft-model.ts';
import { lintText } from '../../src/runtime/preview/lint-call.ts';

/** Milliseconds that commands rest before the server checks the entity. */
const REST = 500;

const NO_FINDINGS: readonly DraftFinding[] = [];

/** What an entity that is being designed looks like, and what is wrong with it. */
export interface Drafted {
  /** Undefined before the first could be built. */
  readonly page: EntityPageModel | undefined;
  /** Whether `page` is an older one, since the entity as it stands cannot be built. */
  readonly stale: boolean;
  readonly findings: readonly DraftFinding[];
  readonly asking: boolean;
  readonly failure: string | undefined;
}

/** Builds the page of an entity at once, and has the entity checked when commands rest. */
export function useDrafted(entity: Entity, roles: readonly string[] | null): Drafted {
  const [surroundings, setSurroundings] = useState<Surroundings>(BARE);
  const [judged, setJudged] = useState<{ readonly of: Entity; readonly findings: readonly DraftFinding[] }>();
  const [failure, setFailure] = useState<string>();
  const judgedOnce = useRef(false);
  useEffect(() => {
    const control = new AbortController();
    const timer = setTimeout(
      () => {
        lintText(JSON.stringify(entity), control.signal).then(
          ({ findings, surroundings: found }) => {
            setJudged({ of: entity, findings });
            setFailure(undefined);
            // Built and drawn again only where something around it has changed.
            if (found !== null) setSurroundings((known) => (sameJson(known, found) ? known : found));
          },
          (error: unknown) => {
            if (!control.signal.aborted) setFailure(error instanceof Error ? error.message : String(error));
          },
        );
      },
      // What the entity refers to is wanted at once; what is wrong with an edit, when edits rest.
      judgedOnce.current ? REST : 0,
    );
    judgedOnce.current = true;
    return () => {
      clearTimeout(timer);
      control.abort();
    };
  }, [entity]);
  const last = useRef<EntityPageModel>(undefined);
  const built = useMemo((): EntityPageModel | undefined => {
    try {
      const made = buildDraft(entity, surroundings, roles);
      // A field of which the form says the same is not drawn anew.
      return { ...made, form: sharedJson(last.current?.form, made.form) };
    } catch {
      // An unfinished formula; the findings say what it lacks.
      return undefined;
    }
  }, [entity, surroundings, roles]);
  if (built !== undefined) last.current = built;
  const page = built ?? last.current;
  const stale = built === undefined;
  const asking = judged?.of !== entity && failure === undefined;
  return useMemo(
    () => ({ page, stale, findings: judged?.findings ?? NO_FINDINGS, asking, failure }),
    [page, stale, judged, asking, failure],
  );
}
