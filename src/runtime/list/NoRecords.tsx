import { Button } from 'antd';
import { permittedActions } from '../../compile/toolbar/compile-toolbar.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { useActions } from '../actions/ActionsProvider.tsx';
import { useEntityPage } from '../EntityContext.ts';
import { flowText } from '../flow/text.ts';
import { runtimeText } from '../text.ts';
import type { ListAddress } from './useListAddress.ts';

interface NoRecordsProps {
  /** What narrows the records. */
  readonly list: ListAddress;
  /** Whether only what waits for the person's decision is shown. Default not. */
  readonly approval?: boolean | undefined;
}

/** Why a page shows no records, and what to do next. */
export function NoRecords({ list, approval }: NoRecordsProps) {
  const { page, can } = useEntityPage();
  const { run } = useActions();
  const { title } = page.model;
  if (approval === true && !list.narrowed) return <EmptyState title={flowText('list.mineEmpty')} />;
  if (list.narrowed) {
    return (
      <EmptyState
        reason="noMatch"
        title={runtimeText('list.noMatch', { title })}
        action={<Button onClick={list.clear}>{runtimeText('list.reset')}</Button>}
      />
    );
  }
  const add = permittedActions(page.toolbar.toolbar, can).find((plan) => plan.kind === 'add');
  // There may be records that do not belong on a page with a condition of its own. It may look at entities that are not
  // known here, so that the file is asked.
  const isPart = page.metadata.entity.pages?.[page.page.code]?.where !== undefined && add === undefined;
  const whole = add === undefined ? 'list.empty.readOnly' : 'list.empty.hint';
  return (
    <EmptyState
      title={runtimeText(isPart ? 'list.empty.part' : 'list.empty', { title })}
      description={runtimeText(isPart ? 'list.empty.partHint' : whole)}
      action={
        add && (
          <Button type="primary" onClick={() => run(add, [])}>
            {add.title}
          </Button>
        )
      }
    />
  );
}
