import { Segmented } from 'antd';
import { KIND_PARAMETER, useShownView } from '../EntityContext.ts';
import { usePageAddress } from '../usePageAddress.ts';
import { useListText } from './text.ts';

/** Between the ways in which a page shows its records; what narrows them stays. Nothing where there is one way. */
export function ViewSwitch() {
  const { view, views } = useShownView();
  const [, setSearch] = usePageAddress();
  const text = useListText();
  if (views.length < 2) return null;
  return (
    <Segmented
      className="anlan-view-switch"
      aria-label={text('kinds.title')}
      value={view.view}
      options={views.map((one) => ({ value: one.view, label: one.title }))}
      onChange={(next) =>
        setSearch(
          (before) => {
            const search = new URLSearchParams(before);
            if (next === views[0]?.view) search.delete(KIND_PARAMETER);
            else search.set(KIND_PARAMETER, next);
            // The place in one is none in another.
            search.delete('_page');
            return search;
          },
          { replace: true },
        )
      }
    />
  );
}
