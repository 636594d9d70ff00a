import { Button } from 'antd';
import type { ActionPlan } from '../../compile/toolbar/compile-toolbar.ts';
import { ActionToolbar } from '../../ui/ActionToolbar.tsx';
import { useActions } from '../actions/ActionsProvider.tsx';
import { runtimeText } from '../text.ts';
import { flatten, type ListController } from './useListController.ts';

/** What can be done with the selected rows; there while some are. */
export function BatchBar({ list, plans }: { list: ListController; plans: readonly ActionPlan[] }) {
  const { run, busy } = useActions();
  if (list.selection.length === 0) return null;
  const selected = flatten(list.records ?? []).filter((record) => list.selection.includes(record.id));
  return (
    <div className="anlan-batch" role="status">
      <span>{runtimeText('list.selected', { count: list.selection.length })}</span>
      <ActionToolbar
        size="small"
        actions={plans.map((plan) => ({
          key: plan.key,
          label: plan.title,
          loading: busy(plan),
          onClick: () => run(plan, selected),
        }))}
      />
      <Button type="link" size="small" onClick={() => list.select([])}>
        {runtimeText('list.clearSelection')}
      </Button>
    </div>
  );
}
