import { AppstoreOutlined, DownOutlined } from '@ant-design/icons';
import { App, Dropdown, type MenuProps } from 'antd';
import { useState } from 'react';
import { hasRole, useSession } from '../../api/session.ts';
import { listed } from '../../core/text/punctuate.ts';
import type { SavedListView } from '../../core/wire/list-view.ts';
import { useLoaded } from '../../field-types/use-loaded.ts';
import { copyText } from '../../ui/copy-text.ts';
import { useConfirm } from '../../ui/useConfirm.tsx';
import { useEntityPage } from '../EntityContext.ts';
import { usePageAddress } from '../usePageAddress.ts';
import { ListTool } from './ListTool.tsx';
import { unknownFilters, viewQuery, withView } from './list-address.ts';
import { formatColumns } from './list-columns.ts';
import { fetchViews, removeView, saveView } from './list-view-calls.ts';
import { useListText } from './text.ts';
import { COLUMNS_PARAMETER, type ListColumns } from './useListColumns.ts';
import { ViewDialog } from './ViewDialog.tsx';

/** Parameter of the address that names the view in use. */
const VIEW_PARAMETER = '_view';

/** Saved views of a list: one's own and those that others share; choosing one restores filters, order and columns. */
export function ViewMenu({ columns }: { columns: ListColumns }) {
  const { page } = useEntityPage();
  const text = useListText();
  const { message } = App.useApp();
  const confirm = useConfirm();
  const administrates = useSession((state) => hasRole(state.userInfo, 'administrator'));
  const [search, setSearch] = usePageAddress();
  const [asking, setAsking] = useState<'new' | 'change'>();
  const { code } = page.page;
  const views = useLoaded(`${code}`, (signal) => fetchViews(code, signal));
  const found = views.data ?? [];
  const current = found.find(({ id }) => id === search.get(VIEW_PARAMETER));
  const content = { query: viewQuery(search, page.filters), columns: columns.choices };
  const changed =
    current !== undefined &&
    JSON.stringify([content.query, content.columns]) !==
      JSON.stringify([current.content.query, current.content.columns]);
  const writable = current !== undefined && (current.own || administrates);

  const take = (view: SavedListView | undefined): void => {
    columns.restore(view?.content.columns ?? []);
    const next = withView(search, view?.content.query ?? '', page.filters);
    next.delete(COLUMNS_PARAMETER);
    if (view === undefined) next.delete(VIEW_PARAMETER);
    else next.set(VIEW_PARAMETER, view.id);
    setSearch(next, { replace: true });
    const gone = unknownFilters(view?.content.query ?? '', page.filters);
    if (gone.length > 0) void message.warning(text('views.unknown', { count: gone.length, names: listed(gone) }));
  };
  const kept = (view: SavedListView): void => {
    void message.success(text('views.saved'));
    const next = new URLSearchParams(search);
    next.set(VIEW_PARAMETER, view.id);
    setSearch(next, { replace: true });
    views.retry();
  };
  const update = async (): Promise<void> => {
    if (current !== undefined) kept(await saveView({ ...current, page: code, content }));
  };
  const remove = async (): Promise<void> => {
    if (current === undefined) return;
    const agreed = await confirm({
      title: text('views.remove.ask', { name: current.name }),
      consequence: text(current.shared ? 'views.remove.shared' : 'views.remove.own'),
      okText: text('views.remove'),
      danger: true,
    });
    if (!agreed) return;
    await removeView(current.id);
    void message.success(text('views.removed'));
    take(undefined);
    views.retry();
  };
  const copyLink = async (): Promise<void> => {
    const link = new URL(window.location.href);
    for (const [name, value] of new URLSearchParams(content.query)) link.searchParams.set(name, value);
    if (columns.choices.length > 0) link.searchParams.set(COLUMNS_PARAMETER, formatColumns(columns.choices));
    await copyText(link.href).then(
      () => void message.success(text('views.copied')),
      () => void message.warning(text('views.notCopied')),
    );
  };

  const entry = (view: SavedListView) => ({
    key: `view:${view.id}`,
    label: view.owner === undefined || view.own ? view.name : text('views.by', { name: view.name, owner: view.owner }),
  });
  const own = found.filter((view) => view.own);
  const shared = found.filter((view) => !view.own);
  const items: MenuProps['items'] = [
    { key: 'usual', label: text('views.usual') },
    ...(own.length === 0
      ? []
      : [{ key: 'own', type: 'group' as const, label: text('views.own'), children: own.map(entry) }]),
    ...(shared.length === 0
      ? []
      : [{ key: 'shared', type: 'group' as const, label: text('views.shared'), children: shared.map(entry) }]),
    ...(views.error === undefined ? [] : [{ key: 'failed', label: text('views.failed') }]),
    { key: 'line', type: 'divider' },
    ...(changed && writable ? [{ key: 'update', label: text('views.update', { name: current.name }) }] : []),
    { key: 'save', label: text('views.save') },
    ...(writable
      ? [
          { key: 'change', label: text('views.rename') },
          { key: 'remove', label: text('views.remove') },
        ]
      : []),
    { key: 'copy', label: text('views.copy') },
  ];
  const choose = (key: string): void => {
    if (key === 'usual') take(undefined);
    else if (key === 'update') void update();
    else if (key === 'save') setAsking('new');
    else if (key === 'change') setAsking('change');
    else if (key === 'remove') void remove();
    else if (key === 'copy') void copyLink();
    else if (key === 'failed') views.retry();
    else take(found.find(({ id }) => key === `view:${id}`));
  };

  return (
    <>
      <Dropdown
        trigger={['click']}
        autoFocus
        menu={{
          items,
          selectable: true,
          selectedKeys: [current === undefined ? 'usual' : `view:${current.id}`],
          onClick: ({ key }) => choose(key),
        }}
      >
        <ListTool letter="V" label={text('views.title')} className="anlan-view" icon={<AppstoreOutlined />}>
          <span className="anlan-view-name">{current?.name ?? text('views.title')}</span>
          {changed && <span className="anlan-view-changed">{text('views.changed')}</span>}
          <DownOutlined />
        </ListTool>
      </Dropdown>
      {asking !== undefined && (
        <ViewDialog
          page={code}
          view={asking === 'change' ? current : undefined}
          content={content}
          onClose={() => setAsking(undefined)}
          onSaved={kept}
        />
      )}
    </>
  );
}
