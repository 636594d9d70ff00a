import { Segmented } from 'antd';
import { useEntityPage } from '../../EntityContext.ts';
import { flowText } from '../../flow/text.ts';
import type { ListController } from '../useListController.ts';
import type { AwaitingTab } from './useAwaiting.ts';

interface ListTabsProps {
  readonly list: ListController;
  /** What waits in front of the list; undefined where the page is the working place of no step. */
  readonly tab: AwaitingTab | undefined;
  /** How many of the records wait for the person's vote. */
  readonly awaited: number;
}

/** What the list can show instead of all its records; nothing where that is all there is. */
export function ListTabs({ list, tab, awaited }: ListTabsProps) {
  const { page } = useEntityPage();
  const { approval } = list;
  if (tab === undefined && approval === undefined) return null;
  const all = tab === undefined ? flowText('list.all') : flowText('awaits.records', { title: page.model.title });
  const waiting = approval === undefined ? [] : [{ value: 'votes', label: flowText('list.mine', { count: awaited }) }];
  const options = [
    ...tabOptions(tab, page.page.awaits?.steps.length ?? 0),
    { value: 'records', label: all },
    ...waiting,
  ];
  const shown = tab?.shown ?? 'records';
  return (
    <div className="anlan-list-mode">
      <Segmented
        value={shown === 'records' && approval === true ? 'votes' : shown}
        options={options}
        onChange={(value) => {
          const votes = value === 'votes';
          if (tab !== undefined) tab.show(votes ? 'records' : (value as 'mine' | 'all' | 'records'), votes);
          else list.setApproval(votes);
        }}
      />
    </div>
  );
}

/** Tabs of what waits, each with how much; the one of all only where it is more than the person's own. */
function tabOptions(tab: AwaitingTab | undefined, steps: number) {
  if (tab === undefined) return [];
  const { data } = tab.read;
  // Several steps named one after the other make a tab as wide as the list.
  const what = steps > 1 ? flowText('awaits.take') : (data?.title ?? '');
  const counted = (count: number | undefined) => (count === undefined ? '' : String(count));
  const mine = { value: 'mine', label: flowText('awaits.mine', { what, count: counted(data?.mine) }) };
  const more = data !== undefined && (data.all > data.mine || tab.shown === 'all');
  return more ? [mine, { value: 'all', label: flowText('awaits.all', { what, count: data.all }) }] : [mine];
}
