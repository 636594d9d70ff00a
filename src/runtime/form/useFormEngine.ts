import { useEffect, useRef, useState } from 'react';
import { useEntityPage } from '../EntityContext.ts';
import { formChildren, formPage, providedRows, seededTables } from '../model/form-page.ts';
import type { EntityPageModel } from '../model/page-model.ts';
import { browserEnvironment } from '../model/record-environment.ts';
import type { RecordData } from '../model/record-view.ts';
import { createFormEngine, type FormEngine } from './form-engine.ts';
import type { LostInput } from './lost-input.ts';

/**
 * Whether the person may enter the rows that a field of the form stands for: those of a child entity with pages of its
 * own have buttons of their own. True for all other fields.
 */
function mayEnterRows(
  page: EntityPageModel,
  field: string,
  record: RecordData | undefined,
  can: (button: string) => boolean,
): boolean {
  const { children = {} } = page.metadata;
  const child = Object.hasOwn(children, field) ? children[field]?.entity : undefined;
  if (child?.states === undefined) return true;
  const abilities = record?.childAbilities as Readonly<Record<string, { readonly add?: boolean }>> | undefined;
  if (abilities !== undefined) return abilities[field]?.add === true;
  const pages = Object.keys(child.pages ?? {});
  return pages.length === 0 || pages.some((code) => can(`${code}_add`));
}

/** The form's engine, and what became of what was typed when the metadata changed. */
interface HeldEngine {
  readonly engine: FormEngine | undefined;
  /** Whether the form has changed under what was typed. */
  readonly upgraded: boolean;
  /** What was typed and has no field any more, of all changes so far. */
  readonly lost: readonly LostInput[];
}

/** The engine of the present metadata; a newer one takes over what was typed into the one before. */
export function useFormEngine(
  isReady: boolean,
  stored: RecordData | undefined,
  initial: RecordData | undefined,
): HeldEngine {
  const { page: shown, me, access, can } = useEntityPage();
  const page = formPage(shown, stored);
  const [held, setHeld] = useState<HeldEngine>({ engine: undefined, upgraded: false, lost: [] });
  const before = useRef<FormEngine>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: person, rights and start belong to the moment of opening.
  useEffect(() => {
    if (!isReady) return;
    const old = before.current;
    // A record that was saved here since is newer than the one that was read.
    const base = old?.stored() ?? stored;
    const made = createFormEngine({
      page,
      stored: base,
      initial,
      environment: {
        ...browserEnvironment(page, me, { stored: base }),
        others: providedRows(
          shown,
          stored,
          formChildren(shown, stored).map(({ entity }) => entity),
        ),
      },
      seeds: seededTables(shown, base),
      access: (field) => (mayEnterRows(shown, field, base, can) ? access(field, base) : 'hidden'),
    });
    const kept = old !== undefined && old.page !== page && old.state.dirty ? old : undefined;
    const gone = kept === undefined ? [] : made.restore(kept.snapshot());
    before.current = made;
    setHeld((last) => {
      const lost = [...last.lost.filter(({ id }) => gone.every((other) => other.id !== id)), ...gone];
      // The same form in another language is nothing to be told of.
      const upgraded = kept !== undefined && kept.page.metadata.revision !== page.metadata.revision;
      return { engine: made, upgraded, lost: kept === undefined ? [] : lost };
    });
    return () => made.dispose();
  }, [isReady, stored, page]);
  return held;
}
