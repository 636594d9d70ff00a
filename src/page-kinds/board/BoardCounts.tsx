import { useEntityPage } from '../../runtime/EntityContext.ts';
import type { ListAddress } from '../../runtime/list/useListAddress.ts';
import { MenuIcon } from '../../ui/MenuIcon.tsx';
import { soonText } from './countdown.ts';
import { useBoardText } from './text.ts';

interface CountsProps {
  readonly field: string;
  readonly counts: ReadonlyMap<string, number>;
  readonly list: ListAddress;
}

/** Numbers of one field; pressing one shows those records alone, pressing it again all of them. */
export function BoardCounts({ field: key, counts, list }: CountsProps) {
  const { page } = useEntityPage();
  const field = page.model.field.get(key);
  if (field === undefined) return null;
  const choice = list.state.filters[key];
  const chosen: readonly string[] = choice === undefined ? [] : typeof choice === 'string' ? choice.split(',') : choice;
  const choices: readonly { readonly key: string; readonly title: string; readonly icon?: string | undefined }[] =
    key === 'status' ? Object.values(page.model.states) : (page.choices(field) ?? []);
  const shown = choices.filter((one) => (counts.get(one.key) ?? 0) > 0 || chosen.includes(one.key));
  if (shown.length === 0) return null;
  const press = (value: string): void => {
    const next = chosen.includes(value) ? chosen.filter((other) => other !== value) : [...chosen, value];
    list.setFilter(key, next.length === 0 ? undefined : next);
  };
  return (
    <fieldset className="anlan-kb-counts" aria-label={field.title}>
      {shown.map((one) => (
        <button
          key={one.key}
          type="button"
          className="anlan-kb-number"
          aria-pressed={chosen.includes(one.key)}
          onClick={() => press(one.key)}
        >
          {one.icon !== undefined && <MenuIcon name={one.icon} />}
          <span>{one.title}</span>
          <strong>{counts.get(one.key) ?? 0}</strong>
        </button>
      ))}
    </fieldset>
  );
}

interface AlarmsProps {
  readonly past: number;
  readonly near: number;
  /** Minutes in which those that are near run out. */
  readonly soon: number;
}

/** How many records are overdue, and how many soon will be; both in words. */
export function BoardAlarms({ past, near, soon }: AlarmsProps) {
  const text = useBoardText();
  return (
    <output className="anlan-kb-alarms" aria-live="polite">
      {past > 0 && <span data-urgency="past">{text('overdue', { count: past })}</span>}
      {near > 0 && <span data-urgency="soon">{soonText(soon, near)}</span>}
    </output>
  );
}
