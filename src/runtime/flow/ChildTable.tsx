import { PlusOutlined } from '@ant-design/icons';
import { App, Button } from 'antd';
import { Suspense, useMemo, useState } from 'react';
import { newKey } from '../../api/new-key.ts';
import type { WireRecord } from '../../core/wire/contract.ts';
import type { ToolbarAction } from '../../ui/ActionToolbar.tsx';
import { PageContainer } from '../../ui/PageContainer.tsx';
import { useConfirm } from '../../ui/useConfirm.tsx';
import { useIsPhone } from '../../ui/useIsPhone.ts';
import { ActionsProvider, useActions } from '../actions/ActionsProvider.tsx';
import { removalHint, useUndoRemoval } from '../actions/useUndoRemoval.tsx';
import { removeRecords } from '../calls/entity-calls.ts';
import { EntityContextProvider, type EntityPageContext, useEntityPage } from '../EntityContext.ts';
import type { EntityPageModel } from '../model/page-model.ts';
import { fieldAccess, recordAccess } from '../model/person.ts';
import { ChildChain } from './ChildChain.tsx';
import { ChildCards, ChildGrid } from './ChildRowViews.tsx';
import { childRights, rowActions, stepsTogether } from './child-rows.ts';
import { childSection, showRows } from './show-rows.ts';
import { TogetherBar } from './TogetherBar.tsx';
import { flowText } from './text.ts';
import { useLinkedRows } from './useLinkedRows.ts';
import './flow.css';
import { lazyPiece } from '../../ui/lazy-piece.tsx';

const ChildDrawer = lazyPiece(
  () => import('./ChildDrawer.tsx').then((module) => module.ChildDrawer),
  ({ onClose }) => onClose(),
);

interface ChildTableProps {
  readonly child: EntityPageModel;
  readonly parent: WireRecord;
  readonly rows: readonly WireRecord[];
}

/**
 * Rows of one child entity below their record, each with what the person may do with it now, as on the entity's own
 * pages. Nothing where there are none and the person may add none.
 */
export function ChildTable({ child, parent, rows }: ChildTableProps) {
  const outer = useEntityPage();
  const { model } = child;
  const context = useMemo(
    (): EntityPageContext => ({
      ...outer,
      page: child,
      access: (field, row) =>
        row === undefined
          ? fieldAccess(model, field, outer.me.roles, undefined)
          : recordAccess(model, field, outer.me.roles, row),
    }),
    [outer, child, model],
  );
  if (rows.length === 0 && !childRights(child, parent).create) return null;
  return (
    <EntityContextProvider value={context}>
      <ActionsProvider>
        <Rows child={child} parent={parent} rows={rows} />
      </ActionsProvider>
    </EntityContextProvider>
  );
}

function Rows({ child, parent, rows }: ChildTableProps) {
  const { changed, me, can } = useEntityPage();
  const { message } = App.useApp();
  const phone = useIsPhone();
  const [picked, pick] = useState<ReadonlySet<string>>(new Set());
  const together = stepsTogether(child, parent, rows, { me, can });
  const ticks = { able: new Set(together.flatMap((step) => step.rows.map(({ id }) => id))), picked, pick };
  const [editing, setEditing] = useState<{ readonly row: WireRecord | undefined }>();
  const actionsOf = useRowActions(child, parent, (row) => setEditing({ row }));
  const { model } = child;
  const { run } = useActions();
  useLinkedRows({
    rows: model.key,
    able: (transition) =>
      rows.flatMap((row) => {
        const plan = rowActions(child, parent, row, { me, can }).find(({ key }) => key === transition);
        return plan === undefined ? [] : [{ row, plan }];
      }),
    begin: (plan, row) => run(plan, [row]),
    show: () => showRows(model.key),
  });
  const View = phone ? ChildCards : ChildGrid;
  return (
    <PageContainer>
      <section className="anlan-children" id={childSection(model.key)} aria-label={model.title}>
        <div className="anlan-children-head">
          <h2 className="anlan-section-title">{model.title}</h2>
          <span className="anlan-count">{flowText('child.count', { count: rows.length })}</span>
          {childRights(child, parent).create && (
            <Button size="small" icon={<PlusOutlined />} onClick={() => setEditing({ row: undefined })}>
              {flowText('child.add', { title: model.title })}
            </Button>
          )}
        </div>
        {rows.length === 0 ? (
          <p className="anlan-empty">{flowText('child.empty', { title: model.title })}</p>
        ) : (
          <>
            {!phone && <ChildChain child={child} rows={rows} />}
            {together.length > 0 && <TogetherBar steps={together} picked={picked} onPick={pick} />}
            <View child={child} rows={rows} actionsOf={actionsOf} ticks={ticks} />
          </>
        )}
      </section>
      {editing && (
        <Suspense fallback={null}>
          <ChildDrawer
            key={editing.row?.id ?? 'new'}
            child={child}
            parent={parent}
            row={editing.row}
            onClose={() => setEditing(undefined)}
            onSaved={() => {
              setEditing(undefined);
              void message.success(flowText('child.saved'));
              changed();
            }}
          />
        </Suspense>
      )}
    </PageContainer>
  );
}

/** What the person may do with each row now: its transitions, then changing it, then removing it. */
function useRowActions(
  child: EntityPageModel,
  parent: WireRecord,
  edit: (row: WireRecord) => void,
): (row: WireRecord) => readonly ToolbarAction[] {
  const { me, can, changed } = useEntityPage();
  const { run, busy } = useActions();
  const undoable = useUndoRemoval();
  const confirm = useConfirm();
  const { model } = child;
  const rights = childRights(child, parent);

  const remove = async (row: WireRecord): Promise<void> => {
    const agreed = await confirm({
      title: flowText('child.removeTitle', { title: model.title }),
      consequence: removalHint(model),
      okText: flowText('child.remove'),
      danger: true,
    });
    if (!agreed) return;
    await removeRecords(model, [row.id], { idempotencyKey: newKey() }).then(
      () => undoable(model, { ids: [row.id], text: flowText('child.removed'), back: changed }),
      // The client has told what went wrong; what is there now is read again.
      () => undefined,
    );
    changed();
  };

  return (row) => [
    ...rowActions(child, parent, row, { me, can }).map((plan) => ({
      key: plan.key,
      label: plan.title,
      loading: busy(plan, row),
      onClick: () => run(plan, [row]),
    })),
    ...(rights.edit(row)
      ? [{ key: '_edit', label: flowText('child.edit', { title: '' }), onClick: () => edit(row) }]
      : []),
    ...(rights.remove(row)
      ? [{ key: '_remove', label: flowText('child.remove'), onClick: () => void remove(row) }]
      : []),
  ];
}
