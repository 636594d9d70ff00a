import { Alert, Button, Checkbox, Empty, Radio, Skeleton, Tree } from 'antd';
import { type Key, type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { type RecordChoice, type TreeChoice, useFieldServices } from '../field-services.ts';
import { fieldText } from '../text.ts';
import { type Loaded, useLoaded } from '../use-loaded.ts';
import { branchIds, type Selection, searchTree } from './selection.ts';

/** Height of trees and lists in the dialog, in pixels. */
export const LIST_HEIGHT = 320;

/** What every pane of the dialog knows. */
export interface PaneProps {
  readonly keyword: string;
  readonly selection: Selection;
  readonly multiple: boolean;
  /** Why a record may not be chosen, by its id; undefined for those that may. */
  readonly misfit?: ((id: string) => string | undefined) | undefined;
  readonly toggle: (record: RecordChoice) => void;
  /** Takes all in, or all out where all are in. */
  readonly toggleAll: (records: readonly RecordChoice[]) => void;
}

/** What a read gives, or its skeleton, its failure with a retry, its emptiness. */
export function LoadedPane<T>({
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

/** A node as the tree draws it. */
export interface TreeNode {
  readonly key: string;
  readonly title: string;
  readonly children: TreeNode[];
}

/** A choice of a tree as the tree draws it. */
export function treeNode(choice: TreeChoice): TreeNode {
  return { key: choice.id, title: choice.label, children: (choice.children ?? []).map(treeNode) };
}

interface TreePaneProps extends PaneProps {
  readonly label: string;
  readonly loaded: Loaded<readonly TreeChoice[]>;
}

function TreePane({ label, loaded, keyword, selection, toggle }: TreePaneProps) {
  const active = useRef<Key | null>(null);
  return (
    <LoadedPane loaded={loaded}>
      {(nodes) => {
        const found = searchTree(nodes, keyword);
        if (found.length === 0)
          return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={fieldText('noMatch')} />;
        // Enter chooses as in every list of the dialog; the tree would only fold what has parts, as arrows do.
        const choose = (event: KeyboardEvent) => {
          const chosen = event.key === 'Enter' ? choiceOf(found, active.current) : undefined;
          if (chosen === undefined) return;
          event.preventDefault();
          event.stopPropagation();
          toggle({ id: chosen.id, label: chosen.label });
        };
        return (
          <div role="presentation" onKeyDownCapture={choose}>
            <Tree<TreeNode>
              key={keyword}
              aria-label={label}
              height={LIST_HEIGHT}
              checkable
              checkStrictly
              selectable={false}
              defaultExpandedKeys={keyword === '' ? found.map((node) => node.id) : branchIds(found)}
              checkedKeys={selection.records.map((record) => record.id)}
              treeData={found.map(treeNode)}
              onActiveChange={(key) => {
                active.current = key;
              }}
              onCheck={(_, { node }) => toggle({ id: node.key, label: node.title })}
            />
          </div>
        );
      }}
    </LoadedPane>
  );
}

function choiceOf(choices: readonly TreeChoice[], id: Key | null): TreeChoice | undefined {
  for (const choice of choices) {
    const found = choice.id === id ? choice : choiceOf(choice.children ?? [], id);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Departments in their tree. */
export function DepartmentPane(pane: PaneProps) {
  const services = useFieldServices();
  return <TreePane {...pane} label={fieldText('org.dept')} loaded={useLoaded('departments', services.departments)} />;
}

/** Roles in their tree. */
export function RolePane(pane: PaneProps) {
  const services = useFieldServices();
  return <TreePane {...pane} label={fieldText('org.role')} loaded={useLoaded('roles', services.roles)} />;
}

/** Posts in a list. */
export function PostPane(pane: PaneProps) {
  const services = useFieldServices();
  const loaded = useLoaded('posts', services.posts);
  return (
    <LoadedPane loaded={loaded}>
      {(posts) => (
        <RecordList
          {...pane}
          label={fieldText('org.post')}
          records={posts.filter((post) => post.label.includes(pane.keyword))}
        />
      )}
    </LoadedPane>
  );
}

/** Up and down go through the list, Home and End to its ends; Enter chooses like the space bar. */
function listKeys(event: KeyboardEvent<HTMLElement>): void {
  const inputs = [...event.currentTarget.querySelectorAll('input')];
  const at = inputs.indexOf(event.target as HTMLInputElement);
  if (at < 0) return;
  const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: inputs.length - 1 }[event.key];
  if (next !== undefined) {
    event.preventDefault();
    inputs[Math.min(inputs.length - 1, Math.max(0, next))]?.focus();
  } else if (event.key === 'Enter') {
    event.preventDefault();
    inputs[at]?.click();
  }
}

interface RecordListProps extends PaneProps {
  readonly label: string;
  readonly records: readonly RecordChoice[];
}

/** Records one below the other, several or one of them to be chosen. */
export function RecordList({ label, records, selection, multiple, misfit, toggle }: RecordListProps) {
  // Tab passes the list in one step, however long it is.
  const [at, setAt] = useState(0);
  if (records.length === 0) return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={fieldText('noMatch')} />;
  const Mark = multiple ? Checkbox : Radio;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would draw a frame of its own around a list that scrolls.
    <div
      className="anlan-picker-list"
      style={{ maxHeight: LIST_HEIGHT }}
      role="group"
      aria-label={label}
      onKeyDown={listKeys}
    >
      {records.map((record, index) => {
        const reason = misfit?.(record.id);
        const checked = selection.records.some((one) => one.id === record.id);
        return (
          <Mark
            key={record.id}
            tabIndex={index === Math.min(at, records.length - 1) ? 0 : -1}
            onFocus={() => setAt(index)}
            checked={checked}
            // Who was chosen before he was excluded can still be taken out.
            disabled={reason !== undefined && !checked}
            title={reason}
            onClick={() => toggle(record)}
          >
            {record.label}
            {record.detail && <span className="anlan-detail">{record.detail}</span>}
            {reason && <span className="anlan-detail">{reason}</span>}
          </Mark>
        );
      })}
    </div>
  );
}
