import { placesAt } from '../../src/core/dialect/editors.ts';
import type { OverlayAddress } from '../../src/core/overlay/overlay.ts';
import { useKeywordName } from '../properties/captioned.ts';
import { EntryList } from '../properties/EntryList.tsx';
import type { ViewProps } from '../view-props.ts';
import { isLocked } from './LockMark.tsx';

/** A list or map of a thing with its name, entry by entry, whether the thing has any yet or not. */
export function Entries({
  design,
  at,
  title,
  onChoose,
  onAct,
}: Pick<ViewProps, 'design' | 'onChoose' | 'onAct'> & { at: OverlayAddress; title?: string }) {
  const nameOf = useKeywordName();
  const place = placesAt(at).find(({ items, entries }) => items !== undefined || entries !== undefined);
  if (place === undefined) return null;
  return (
    <section className="anlan-ds-more" data-entries={at.join('/')}>
      <h4>{title ?? nameOf(at.at(-1) ?? '')}</h4>
      <EntryList
        at={at}
        place={place}
        entity={design.entity}
        disabled={isLocked(design, at)}
        onOpen={onChoose}
        onAct={onAct}
      />
    </section>
  );
}
