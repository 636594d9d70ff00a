import { DownOutlined, UpOutlined } from '@ant-design/icons';
import { Button, Tag } from 'antd';
import { type RefObject, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import type { FilterChoice, FilterPlan } from '../../compile/columns/compile-filters.ts';
import { countText } from '../../core/amount/number-text.ts';
import { withAside } from '../../core/text/punctuate.ts';
import type { FilterValue } from '../../field-types/field-view.ts';
import { useDebounced } from '../../field-types/use-loaded.ts';
import { fieldViewOf } from '../../field-types/views.ts';
import { BottomSheet } from '../../ui/BottomSheet.tsx';
import { useIsPhone } from '../../ui/useIsPhone.ts';
import { useEntityPage } from '../EntityContext.ts';
import { viewField } from '../model/record-view.ts';
import { FigureChip } from '../statistics/FigureChip.tsx';
import { runtimeText } from '../text.ts';
import { filterText } from './filter-text.ts';
import { MatchChooser } from './MatchChooser.tsx';
import { listText } from './text.ts';
import { useFilterLabels } from './useFilterLabels.ts';
import { useHotkey } from './useHotkey.ts';
import type { ListController } from './useListController.ts';

/** Milliseconds that typing rests before a text filter is applied. */
const TEXT_DEBOUNCE = 400;

/** What filters need of the page they stand on. */
export type FilterControl = Pick<
  ListController,
  'state' | 'narrowed' | 'setFilter' | 'setMatch' | 'setKeyword' | 'clear'
> &
  Partial<Pick<ListController, 'clearFigure'>>;

/** Filters in one row, the rest behind 展开; on a phone a sheet from below. Each is applied at once. */
export function FilterBar({ list }: { list: FilterControl }) {
  const { page } = useEntityPage();
  const phone = useIsPhone();
  const [open, setOpen] = useState(false);
  const [fitting, setFitting] = useState(4);
  const row = useRef<HTMLDivElement>(null);
  const typing: Typing = useRef(new Set());
  const plans = page.filters;
  // What was typed a moment ago counts too when its field is put away.
  const show = (next: boolean) => {
    for (const finish of typing.current) finish();
    setOpen(next);
  };

  useHotkey(phone || plans.length === 0 ? undefined : 'F', () => row.current?.querySelector('input')?.focus());

  // Measured before the first frame: a second row for a moment would push the list down.
  useLayoutEffect(() => {
    const element = row.current;
    if (phone || element === null || typeof ResizeObserver === 'undefined') return;
    const measure = () => {
      if (element.clientWidth === 0) return;
      // Filters are wider in languages with longer words.
      const slot = (element.querySelector<HTMLElement>('.anlan-filter')?.offsetWidth || 240) + 12;
      setFitting(Math.max(1, Math.floor((element.clientWidth - 100) / slot)));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [phone]);

  if (plans.length === 0) return null;
  if (phone) {
    const active = plans.filter(({ key }) => isActive(list, key)).length;
    return (
      <>
        <Button onClick={() => setOpen(true)}>
          {active === 0 ? runtimeText('list.filters') : withAside(runtimeText('list.filters'), countText(active))}
        </Button>
        <BottomSheet
          open={open}
          title={runtimeText('list.filters')}
          onClose={() => show(false)}
          footer={
            <>
              <Button onClick={list.clear}>{runtimeText('list.reset')}</Button>
              <Button type="primary" onClick={() => show(false)}>
                {runtimeText('list.look')}
              </Button>
            </>
          }
        >
          <SheetFilters plans={plans} list={list} typing={typing} />
        </BottomSheet>
      </>
    );
  }
  const shown = open ? plans : plans.slice(0, fitting);
  return (
    <div className="anlan-filters" ref={row}>
      {shown.map((plan) => (
        <FilterItem key={plan.key} plan={plan} list={list} typing={typing} />
      ))}
      {plans.length > fitting && (
        <Button
          type="link"
          className="anlan-filter-fold"
          icon={open ? <UpOutlined /> : <DownOutlined />}
          iconPlacement="end"
          aria-expanded={open}
          onClick={() => show(!open)}
        >
          {runtimeText(open ? 'list.less' : 'list.more')}
        </Button>
      )}
    </div>
  );
}

/** Fields that a sheet shows before the rest is asked for. */
const FIRST_FILTERS = 3;

const isActive = ({ state }: FilterControl, key: string): boolean =>
  state.filters[key] !== undefined || (state.matches[key] !== undefined && state.matches[key] !== 'not');

/** The filters in a sheet: three first, the others once they are asked for or one of them is in use. */
function SheetFilters({ plans, ...parts }: { plans: readonly FilterPlan[]; list: FilterControl; typing: Typing }) {
  const rest = plans.slice(FIRST_FILTERS);
  const used = rest.some(({ key }) => isActive(parts.list, key));
  const [asked, setAsked] = useState(used);
  const more = useId();
  const open = asked || used;
  return (
    <div className="anlan-filter-sheet">
      {plans.slice(0, FIRST_FILTERS).map((plan) => (
        <FilterItem key={plan.key} plan={plan} {...parts} />
      ))}
      {rest.length > 0 && (
        <Button
          type="text"
          block
          className="anlan-filter-more"
          icon={open ? <UpOutlined aria-hidden /> : <DownOutlined aria-hidden />}
          iconPlacement="end"
          aria-expanded={open}
          aria-controls={more}
          disabled={used}
          onClick={() => setAsked(!open)}
        >
          {listText('filters.more', { count: rest.length })}
        </Button>
      )}
      <div id={more} className="anlan-filter-sheet" hidden={!open}>
        {open && rest.map((plan) => <FilterItem key={plan.key} plan={plan} {...parts} />)}
      </div>
    </div>
  );
}

/** What applies the texts that still rest. */
type Typing = RefObject<Set<() => void>>;

function FilterItem({ plan, list, typing }: { plan: FilterPlan; list: FilterControl; typing: Typing }) {
  const { page } = useEntityPage();
  const id = useId();
  const field = page.model.field.get(plan.key);
  const { Filter } = fieldViewOf(plan.type);
  const applied = list.state.filters[plan.key];
  const match = list.state.matches[plan.key];
  const { value, change } = useAppliedText(plan, applied, list.setFilter, typing);
  if (field === undefined || Filter === undefined) return null;
  return (
    <div className="anlan-filter">
      <label htmlFor={id} title={plan.title}>
        {plan.title}
      </label>
      <MatchChooser plan={plan} match={match} onChange={(next) => list.setMatch(plan.key, next)} />
      {match === 'empty' || match === 'filled' ? (
        <span className="anlan-filter-said" />
      ) : (
        <Filter
          id={id}
          value={value as FilterValue | undefined}
          onChange={change}
          field={viewField(page, field)}
          kind={plan.kind}
        />
      )}
    </div>
  );
}

/** A text is applied after it rested, everything else at once. */
function useAppliedText(
  plan: FilterPlan,
  applied: FilterChoice | undefined,
  apply: ListController['setFilter'],
  typing: Typing,
): { value: FilterChoice | undefined; change: (value: FilterChoice | undefined) => void } {
  const typed = plan.kind === 'contains';
  const [draft, setDraft] = useState(applied);
  const [seen, setSeen] = useState(applied);
  const last = useRef(applied);
  if (JSON.stringify(seen) !== JSON.stringify(applied)) {
    setSeen(applied);
    // Unless it is the own text that arrives, the address changed by other means: a chip was closed, or one went back.
    if (JSON.stringify(last.current) !== JSON.stringify(applied)) setDraft(applied);
  }
  const rested = useDebounced(draft, TEXT_DEBOUNCE);
  useEffect(() => {
    // What rested before the address took the text away must not bring it back.
    if (!typed || rested !== draft || rested === last.current) return;
    last.current = rested;
    apply(plan.key, rested);
  }, [typed, rested, draft, plan.key, apply]);
  useEffect(() => {
    last.current = applied;
  }, [applied]);
  useEffect(() => {
    if (!typed) return;
    const finish = () => {
      if (draft === last.current) return;
      last.current = draft;
      apply(plan.key, draft);
    };
    const held = typing.current;
    held.add(finish);
    return () => {
      held.delete(finish);
    };
  }, [typed, draft, plan.key, apply, typing]);
  if (typed) return { value: draft, change: setDraft };
  return { value: applied, change: (value) => apply(plan.key, value) };
}

/** The active filters as chips that can be removed; `found` says how much they let through, where that is known. */
export function FilterChips({ list, found }: { list: FilterControl; found?: string | undefined }) {
  const { page } = useEntityPage();
  useFilterLabels(list.state);
  if (!list.narrowed) return null;
  const { keyword, filters, matches, figure } = list.state;
  return (
    <div className="anlan-chips">
      {figure !== undefined && <FigureChip figure={figure} onClose={list.clearFigure} />}
      {keyword !== '' && (
        <Tag closable onClose={() => list.setKeyword('')}>
          {runtimeText('list.keyword', { value: keyword })}
        </Tag>
      )}
      {page.filters.map((plan) => {
        const text = filterText(page, plan, filters[plan.key], matches[plan.key]);
        if (text === undefined) return null;
        const remove = () => {
          list.setMatch(plan.key, undefined);
          list.setFilter(plan.key, undefined);
        };
        return (
          <Tag key={plan.key} closable onClose={remove}>
            {text}
          </Tag>
        );
      })}
      <Button type="link" size="small" onClick={list.clear}>
        {runtimeText('list.reset')}
      </Button>
      <span className="anlan-chips-found" role="status">
        {found}
      </span>
    </div>
  );
}
