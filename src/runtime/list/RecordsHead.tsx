import { ReloadOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import { type ActionPlan, permittedActions } from '../../compile/toolbar/compile-toolbar.ts';
import { ActionToolbar } from '../../ui/ActionToolbar.tsx';
import { AddOnPhone } from '../../ui/AddOnPhone.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { useIsPhone } from '../../ui/useIsPhone.ts';
import { usePurpose } from '../../ui/usePurpose.ts';
import { useActions } from '../actions/ActionsProvider.tsx';
import { useEntityPage } from '../EntityContext.ts';
import type { SpreadsheetActions } from '../spreadsheet/useSpreadsheet.tsx';
import { runtimeText } from '../text.ts';
import { FilterBar } from './FilterBar.tsx';
import { ListTool } from './ListTool.tsx';
import { QuickSearch } from './QuickSearch.tsx';
import { useHotkey } from './useHotkey.ts';
import type { ListAddress } from './useListAddress.ts';
import { ViewSwitch } from './ViewSwitch.tsx';

interface RecordsHeadProps {
  /** What narrows the records. */
  readonly list: ListAddress;
  readonly loading: boolean;
  readonly onRefresh: () => void;
  /** What the buttons for spreadsheets do. */
  readonly sheet: SpreadsheetActions;
  /** Small tools of the kind, behind search and refresh. Default none. */
  readonly tools?: ReactNode;
  /** What stands behind the title. Default nothing. */
  readonly tags?: ReactNode;
  /** Whether it stands on a wall, where nobody searches or presses buttons. Default false. */
  readonly bare?: boolean;
}

/** The head of a page with records, of whatever kind: its title and purpose, search, ways to look, and buttons. */
export function RecordsHead({ list, loading, onRefresh, sheet, tools, tags, bare = false }: RecordsHeadProps) {
  const { page, can } = useEntityPage();
  const { run, busy } = useActions();
  const phone = useIsPhone();
  const purpose = usePurpose(page.page.code, page.page.purpose);
  const plans = permittedActions(page.toolbar.toolbar, can);
  const add = addOf(plans);
  useHotkey(bare || add === undefined ? undefined : 'N', () => add !== undefined && run(add, []));
  return (
    <PageHeader
      title={page.page.title}
      purpose={bare ? undefined : purpose}
      tags={tags}
      actions={
        <>
          <div className="anlan-list-tools">
            {!bare && <ViewSwitch />}
            {!bare && <QuickSearch value={list.state.keyword} onSearch={list.setKeyword} />}
            {phone && !bare && <FilterBar list={list} />}
            <ListTool
              letter="R"
              label={runtimeText('list.refresh')}
              icon={<ReloadOutlined spin={loading} />}
              onClick={onRefresh}
            />
            {tools}
          </div>
          <ActionToolbar
            actions={(bare ? [] : plans)
              // A phone adds by its own button.
              .filter((plan) => !phone || plan !== add)
              .map((plan, index) => ({
                key: plan.key,
                label: plan.title,
                primary: index === 0 && plan.kind !== 'import' && plan.kind !== 'export',
                loading: busy(plan) || sheet.busy(plan),
                onClick: () => sheet.start(plan) || run(plan, []),
              }))}
          />
        </>
      }
    />
  );
}

/** What ends a page with records: the dialog of its spreadsheets, and on a phone the button that adds one. */
export function RecordsFoot({ sheet }: Pick<RecordsHeadProps, 'sheet'>) {
  const { page, can } = useEntityPage();
  const { run } = useActions();
  const add = addOf(permittedActions(page.toolbar.toolbar, can));
  const phone = useIsPhone();
  return (
    <>
      {sheet.dialog}
      {phone && add && <AddOnPhone title={add.title} onClick={() => run(add, [])} />}
    </>
  );
}

const addOf = (plans: readonly ActionPlan[]): ActionPlan | undefined => plans.find(({ kind }) => kind === 'add');
