import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { ApiError } from '../../src/api/faults.ts';
import { newKey } from '../../src/api/new-key.ts';
import { useSession } from '../../src/api/session.ts';
import type { Entity } from '../../src/core/dialect/entity.generated.ts';
import { addressed, callAlike, placeOfThing } from '../../src/core/overlay/address.ts';
import {
  type DesignStep,
  designedEntities,
  editsOf,
  type LoggedStep,
  redoable,
  undoable,
} from '../../src/core/overlay/design-log.ts';
import { mergeOverlay } from '../../src/core/overlay/merge-overlay.ts';
import type { OverlayAddress, OverlayConflict, OverlayEdit, OverlayPlace } from '../../src/core/overlay/overlay.ts';
import { creationIn, isRemoved } from '../../src/core/overlay/own-entity.ts';
import { subjectOf } from '../../src/core/overlay/subjects.ts';
import { sameJson } from '../../src/core/validation/same-value.ts';
import { sharedJson } from '../../src/core/validation/shared-json.ts';
import type { DesignEntity, DesignPerson, DesignTaken } from '../../src/core/wire/design.ts';
import { useLasting } from '../../src/ui/useLasting.ts';
import { fetchBase, fetchDesign, type KnownDraft } from './design-calls.ts';
import { useSteps } from './useSteps.ts';

type Merged = ReturnType<typeof mergeOverlay>;

/**
 * Lays edits over what is shipped; the same entity where the same edits were laid before, so that nothing is built or
 * drawn again when a step that is seen already comes back from the server, or when somebody else is looked for. What an
 * edit leaves as it was stays the same object.
 */
function useLaid(): (base: DesignEntity, edits: readonly OverlayEdit[]) => Merged {
  const known = useRef<
    { readonly base: DesignEntity; readonly edits: readonly OverlayEdit[]; readonly merged: Merged }[]
  >([]);
  return useCallback((base, edits) => {
    const found = known.current.find((each) => each.base === base && sameJson(each.edits, edits));
    if (found !== undefined) return found.merged;
    const made = mergeOverlay(base.entity, edits);
    const shared = sharedJson(known.current[0]?.merged.entity, made.entity);
    const merged = { ...made, entity: callAlike(shared, made.entity) };
    known.current = [{ base, edits, merged }, ...known.current].slice(0, KNOWN);
    return merged;
  }, []);
}

/** Entities that are kept: as it was, and as a command that is tried makes it. */
const KNOWN = 3;

/** Milliseconds between two looks at what others do. */
const LOOK = 4_000;

/** An entity that is being designed, with what changes it; the same object until something of it is another. */
export interface Designed {
  readonly base: DesignEntity;
  /** The entity with the edits that serve and those of the draft. */
  readonly entity: Entity;
  /** Edits of the draft that do not stand, by their position among all. */
  readonly conflicts: readonly OverlayConflict[];
  /** Does a command; says why where it cannot stand. */
  act(edits: readonly OverlayEdit[]): string | undefined;
  /** Edits of the draft about something beside the entity: translations into a language, choices of a dictionary. */
  editsOn(subject: string): readonly OverlayEdit[];
  /** Does a command about it. */
  actOn(subject: string, edits: readonly OverlayEdit[]): void;
}

/** What is being designed, where its draft stands, and what can be done to that. */
export interface Design {
  readonly designed: Designed;
  readonly known: KnownDraft;
  /** Titles of other entities that the draft changes. */
  readonly others: readonly string[];
  /** Title of an entity, by its key. */
  titleOf(entity: string): string;
  /** Edits of the draft about this entity, translations and dictionaries. */
  readonly changes: number;
  readonly people: readonly DesignPerson[];
  /** Whether the draft takes the entity away. */
  readonly leaving: boolean;
  /** Whether nothing but the draft has made the entity: without it there is none. */
  readonly fresh: boolean;
  /** What was done to the draft, with what is on its way to it. */
  readonly log: readonly LoggedStep[];
  /** Whether steps are on their way to the server. */
  readonly saving: boolean;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  undo(): void;
  redo(): void;
  /** Reads all anew, after something was published or given up. */
  reload(): void;
}

interface Held {
  readonly base: DesignEntity;
  readonly id: string | null;
  readonly log: readonly LoggedStep[];
  readonly people: readonly DesignPerson[];
}

function shippedFrom(shipped: Entity, at: OverlayAddress): { readonly base?: OverlayPlace } {
  const base = placeOfThing(addressed(shipped), at);
  return base === undefined ? {} : { base };
}

/** Whether a draft changes something under a subject that belongs to no entity alone. */
const isBeside = (subject: string): boolean => subjectOf(subject) !== undefined;

const seqOf = (log: readonly LoggedStep[]): number => log.at(-1)?.seq ?? 0;

/**
 * Follows an entity's design: each command is shown at once, kept on this machine and sent, in order; what others do
 * comes along every few seconds. A step that the server does not take is taken out of sight again, with its reason by
 * `onRefused`, and waits for whoever did it to decide.
 */
export function useDesign(
  entityKey: string,
  titles: ReadonlyMap<string, string>,
  onRefused: (message: string) => void,
  /** Told when a draft that took the entity away is no longer open. */
  onLeft: () => void,
): { readonly design?: Design; readonly failure?: string; readonly retry: () => void } {
  const [held, setHeld] = useState<Held>();
  const [failure, setFailure] = useState<string>();
  const userId = useSession((state) => state.userInfo?.userId ?? '');
  const latest = useRef<Held>(undefined);
  const refused = useRef(onRefused);
  refused.current = onRefused;
  const left = useRef(onLeft);
  left.current = onLeft;

  const keep = useCallback((next: Held) => {
    latest.current = next;
    setHeld(next);
  }, []);
  const load = useCallback(async () => {
    try {
      const base = await fetchBase(entityKey);
      const { id, steps, people } = await fetchDesign({ id: null, seq: 0 }, entityKey);
      keep({ base, id, log: steps, people });
      setFailure(undefined);
    } catch (error) {
      // It was made by a draft that somebody else has given up, or taken away by one that was published.
      if (error instanceof ApiError && error.status === 404 && latest.current !== undefined) return left.current();
      setFailure(error instanceof Error ? error.message : String(error));
    }
  }, [entityKey, keep]);
  useEffect(() => {
    void load();
  }, [load]);

  useEffect(() => {
    const look = async () => {
      const now = latest.current;
      if (now === undefined || document.hidden) return;
      const draft = await fetchDesign({ id: now.id, seq: seqOf(now.log) }, entityKey);
      // Somebody has published it or given it up: what serves is another one.
      if (draft.id !== now.id && now.id !== null) {
        // With what the draft has taken away there may be nothing left to read.
        return isRemoved(editsOf(now.log, entityKey)) ? left.current() : load();
      }
      if (latest.current !== now) return;
      keep({ ...now, id: draft.id, log: [...now.log, ...draft.steps], people: draft.people });
    };
    const timer = setInterval(() => void look().catch(() => {}), LOOK);
    return () => clearInterval(timer);
  }, [entityKey, keep, load]);

  const take = useLasting(({ id, steps }: DesignTaken) => {
    const now = latest.current;
    if (now === undefined) return;
    const known = seqOf(now.log);
    const news = steps.filter(({ seq }) => seq > known);
    const isNext = (news[0]?.seq ?? known + 1) === known + 1;
    // Another tab knew more of the draft than this one; or it was taken by a draft that is closed by now.
    if ((now.id !== null && now.id !== id) || !isNext) void load();
    else keep({ ...now, id, log: [...now.log, ...news] });
  });
  const steps = useSteps(take, (reason) => {
    refused.current(reason);
    void load();
  });
  const reload = useLasting(() => {
    // The draft is closed: what is done from here on is done to the next one.
    if (latest.current !== undefined) latest.current = { ...latest.current, id: null, log: [] };
    void load();
  });
  const laid = useLaid();
  const { waiting } = steps;
  const send = useLasting((step: DesignStep) => {
    const now = latest.current;
    if (now !== undefined) steps.send({ id: now.id, seq: seqOf(now.log) }, step);
  });
  const log = useMemo(() => {
    if (held === undefined) return [];
    const known = new Set(held.log.map(({ step }) => step.id));
    const pending = waiting.filter(({ step }) => !known.has(step.id));
    return [...held.log, ...pending.map(({ step }) => ({ seq: Number.MAX_SAFE_INTEGER, userId, step }))];
  }, [held, waiting, userId]);
  const base = held?.base;
  const merged = useMemo(
    () => (base === undefined ? undefined : laid(base, [...base.edits, ...editsOf(log, entityKey)])),
    [base, laid, log, entityKey],
  );
  const beside = useBeside(log);
  const act = useLasting((given: readonly OverlayEdit[]) => {
    if (base === undefined) return undefined;
    // A move says where it was shipped, so that an upgrade which moves it too is told.
    const edits = given.map((edit) =>
      edit.edit === 'move' ? { ...shippedFrom(base.entity, edit.at), ...edit } : edit,
    );
    // Refused before it is done, by the same rules as on the server.
    const all = [...base.edits, ...editsOf(log, entityKey), ...edits];
    const first = all.length - edits.length;
    const wrong = laid(base, all).conflicts.find(({ edit, reason }) => edit >= first && reason !== 'changed');
    if (wrong !== undefined) return wrong.message;
    send({ step: 'do', id: newKey(), entity: entityKey, edits });
    return undefined;
  });
  const designed = useMemo((): Designed | undefined => {
    if (base === undefined || merged === undefined) return undefined;
    return {
      base,
      ...merged,
      act,
      editsOn: (subject) => beside.get(subject) ?? [],
      actOn: (subject, edits) => send({ step: 'do', id: newKey(), entity: subject, edits }),
    };
  }, [base, merged, beside, act, send]);
  const design = useMemo((): Design | undefined => {
    if (held === undefined || designed === undefined) return undefined;
    const undo = undoable(log, userId);
    const redo = redoable(log, userId);
    return {
      designed,
      known: { id: held.id, seq: seqOf(held.log) },
      others: designedEntities(log).flatMap((key) =>
        key === entityKey || isBeside(key) ? [] : [titles.get(key) ?? key],
      ),
      titleOf: (key) => titles.get(key) ?? key,
      changes: editsOf(log, entityKey).length + [...beside.values()].flat().length,
      people: held.people,
      leaving: isRemoved(editsOf(log, entityKey)),
      fresh: creationIn(editsOf(log, entityKey)) !== undefined,
      log,
      saving: waiting.length > 0,
      canUndo: undo !== undefined,
      canRedo: redo !== undefined,
      undo: () => undo !== undefined && send({ step: 'undo', id: newKey(), of: undo }),
      redo: () => redo !== undefined && send({ step: 'redo', id: newKey(), of: redo }),
      reload,
    };
  }, [held, designed, beside, log, waiting, entityKey, titles, userId, send, reload]);
  return {
    ...(design === undefined ? {} : { design }),
    ...(failure === undefined ? {} : { failure }),
    retry: () => void load(),
  };
}

/** Edits of the draft about what stands beside the entity, by their subject; the same object while they are the same. */
function useBeside(log: readonly LoggedStep[]): ReadonlyMap<string, readonly OverlayEdit[]> {
  const known = useRef<ReadonlyMap<string, readonly OverlayEdit[]>>(new Map());
  return useMemo(() => {
    const made = designedEntities(log)
      .filter(isBeside)
      .map((key) => [key, editsOf(log, key)] as const);
    if (!sameJson(made, [...known.current])) known.current = new Map(made);
    return known.current;
  }, [log]);
}
