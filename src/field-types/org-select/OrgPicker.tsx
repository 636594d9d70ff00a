import { SearchOutlined } from '@ant-design/icons';
import { Alert, Button, Checkbox, Empty, Input, type InputRef, Modal, Radio, Skeleton, Tabs, Tag, Tree } from 'antd';
import { type ReactNode, useRef, useState } from 'react';
import { FocusBack } from '../../ui/FocusBack.tsx';
import { type RecordChoice, type TreeChoice, useFieldServices } from '../field-services.ts';
import { fieldText } from '../text.ts';
import { type Loaded, useDebounced, useLoaded } from '../use-loaded.ts';
import type { OrgKind } from './org-kind.ts';
import { branchIds, idsBelow, type Selection, searchTree, toggleRecord } from './selection.ts';

/** Milliseconds that a search rests before it is sent. */
const SEARCH_DEBOUNCE = 500;
const LIST_HEIGHT = 320;

interface OrgPickerProps {
  readonly kind: OrgKind;
  readonly title: string;
  readonly multiple: boolean;
  /** Most selections. */
  readonly limit: number;
  readonly chosen: readonly RecordChoice[];
  readonly onConfirm: (records: readonly RecordChoice[]) => void;
  readonly onCancel: () => void;
}

/** Dialog that chooses departments, roles, people, departments with people, or posts. */
export function OrgPicker({ kind, title, multiple, limit, chosen, onConfirm, onCancel }: OrgPickerProps) {
  const [selection, setSelection] = useState<Selection>({ records: chosen, refusal: undefined });
  const [search, setSearch] = useState('');
  const input = useRef<InputRef>(null);
  const keyword = useDebounced(search.trim(), SEARCH_DEBOUNCE);
  const toggle = (record: RecordChoice) => setSelection((held) => toggleRecord(held, record, { multiple, limit }));
  const searchHint =
    kind === 'user' || kind === 'deptUser'
      ? fieldText('searchPeople')
      : fieldText('search', { title: fieldText(`org.${kind}`) });
  const pane: PaneProps = { keyword, selection, multiple, toggle };

  return (
    <Modal
      open
      title={title}
      width={760}
      onCancel={onCancel}
      destroyOnHidden
      // Without motion the dialog takes the focus later than its field asks for it.
      afterOpenChange={(shown) => {
        if (shown) input.current?.focus();
      }}
      footer={[
        <Button
          key="clear"
          className="anlan-left"
          disabled={selection.records.length === 0}
          onClick={() => setSelection({ records: [], refusal: undefined })}
        >
          {fieldText('clear')}
        </Button>,
        <Button key="cancel" onClick={onCancel}>
          {fieldText('cancel')}
        </Button>,
        <Button key="confirm" type="primary" onClick={() => onConfirm(selection.records)}>
          {fieldText('confirm')}
        </Button>,
      ]}
    >
      <FocusBack />
      <div className="anlan-picker">
        <div className="anlan-picker-source">
          <Input
            prefix={<SearchOutlined aria-hidden />}
            allowClear
            ref={input}
            autoFocus
            placeholder={searchHint}
            aria-label={searchHint}
            value={search}
            onChange={(event) => setSearch(event.target.value)}
          />
          <Source kind={kind} {...pane} />
        </div>
        <div className="anlan-picker-chosen">
          <div aria-live="polite">{fieldText('chosen', { count: selection.records.length, limit })}</div>
          {selection.refusal && <Alert type="warning" showIcon title={selection.refusal} role="alert" />}
          <div className="anlan-picker-tags">
            {selection.records.map((record) => (
              <Tag
                key={record.id}
                closable
                onClose={(event) => {
                  event.preventDefault();
                  toggle(record);
                }}
              >
                {record.label}
              </Tag>
            ))}
          </div>
        </div>
      </div>
    </Modal>
  );
}

interface PaneProps {
  readonly keyword: string;
  readonly selection: Selection;
  readonly multiple: boolean;
  readonly toggle: (record: RecordChoice) => void;
}

function Source({ kind, ...pane }: PaneProps & { kind: OrgKind }) {
  if (kind === 'dept') return <DepartmentPane {...pane} />;
  if (kind === 'role') return <RolePane {...pane} />;
  if (kind === 'post') return <PostPane {...pane} />;
  if (kind === 'user') return <PeoplePane {...pane} />;
  return (
    <Tabs
      size="small"
      items={[
        { key: 'dept', label: fieldText('org.dept'), children: <DepartmentPane {...pane} /> },
        { key: 'user', label: fieldText('org.user'), children: <PeoplePane {...pane} /> },
      ]}
    />
  );
}

/** What a read gives, or its skeleton, its failure with a retry, its emptiness. */
function LoadedPane<T>({
  loaded,
  children,
}: {
  loaded: Loaded<readonly T[]>;
  children: (data: readonly T[]) => ReactNode;
}) {
  if (loaded.error !== undefined) {
    return (
      <Alert
        type="error"
        title={loaded.error}
        action={
          <Button size="small" onClick={loaded.retry}>
            {fieldText('retry')}
          </Button>
        }
      />
    );
  }
  if (loaded.data === undefined) return <Skeleton active title={false} paragraph={{ rows: 6 }} />;
  if (loaded.data.length === 0)
    return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={fieldText('nothing')} />;
  return children(loaded.data);
}

function TreePane({ loaded, ...pane }: PaneProps & { loaded: Loaded<readonly TreeChoice[]> }) {
  return (
    <LoadedPane loaded={loaded}>
      {(nodes) => {
        const found = searchTree(nodes, pane.keyword);
        if (found.length === 0)
          return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={fieldText('noMatch')} />;
        return (
          <Tree<TreeNode>
            key={pane.keyword}
            height={LIST_HEIGHT}
            checkable
            checkStrictly
            selectable={false}
            defaultExpandedKeys={pane.keyword === '' ? found.map((node) => node.id) : branchIds(found)}
            checkedKeys={pane.selection.records.map((record) => record.id)}
            treeData={found.map(treeNode)}
            onCheck={(_, { node }) => pane.toggle({ id: node.key, label: node.title })}
          />
        );
      }}
    </LoadedPane>
  );
}

interface TreeNode {
  readonly key: string;
  readonly title: string;
  readonly children: TreeNode[];
}

function treeNode(choice: TreeChoice): TreeNode {
  return { key: choice.id, title: choice.label, children: (choice.children ?? []).map(treeNode) };
}

function DepartmentPane(pane: PaneProps) {
  const services = useFieldServices();
  return <TreePane {...pane} loaded={useLoaded('departments', services.departments)} />;
}

function RolePane(pane: PaneProps) {
  const services = useFieldServices();
  return <TreePane {...pane} loaded={useLoaded('roles', services.roles)} />;
}

function PostPane(pane: PaneProps) {
  const services = useFieldServices();
  const loaded = useLoaded('posts', services.posts);
  return (
    <LoadedPane loaded={loaded}>
      {(posts) => <RecordList {...pane} records={posts.filter((post) => post.label.includes(pane.keyword))} />}
    </LoadedPane>
  );
}

/** People of a department, or of the whole company by name. */
function PeoplePane(pane: PaneProps) {
  const services = useFieldServices();
  const departments = useLoaded('departments', services.departments);
  const [deptId, setDeptId] = useState<string>();
  const people = useLoaded(`people/${deptId ?? ''}/${pane.keyword}`, (signal) =>
    services.people(
      {
        keyword: pane.keyword,
        ...(deptId === undefined ? {} : { deptIds: idsBelow(departments.data ?? [], deptId) ?? [deptId] }),
      },
      signal,
    ),
  );
  return (
    <div className="anlan-picker-people">
      <LoadedPane loaded={departments}>
        {(nodes) => (
          <Tree<TreeNode>
            height={LIST_HEIGHT}
            treeData={nodes.map(treeNode)}
            defaultExpandedKeys={nodes.map((node) => node.id)}
            selectedKeys={deptId === undefined ? [] : [deptId]}
            onSelect={(keys) => setDeptId(keys[0] === undefined ? undefined : String(keys[0]))}
          />
        )}
      </LoadedPane>
      <LoadedPane loaded={people}>{(records) => <RecordList {...pane} records={records} />}</LoadedPane>
    </div>
  );
}

function RecordList({ records, selection, multiple, toggle }: PaneProps & { records: readonly RecordChoice[] }) {
  if (records.length === 0) return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={fieldText('noMatch')} />;
  const Mark = multiple ? Checkbox : Radio;
  return (
    <div className="anlan-picker-list" style={{ maxHeight: LIST_HEIGHT }}>
      {records.map((record) => (
        <Mark
          key={record.id}
          checked={selection.records.some((one) => one.id === record.id)}
          onClick={() => toggle(record)}
        >
          {record.label}
          {record.detail && <span className="anlan-detail">{record.detail}</span>}
        </Mark>
      ))}
    </div>
  );
}
