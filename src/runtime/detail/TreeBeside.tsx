import { CaretDownOutlined, CaretRightOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { createContext, useContext, useState } from 'react';
import { Link } from 'react-router-dom';
import { useAccess } from '../../api/access.ts';
import { menuLeaves } from '../../api/menu-tree.ts';
import { fetchRecordTree, fetchTreeBelow } from '../../api/record-tree.ts';
import type { WireRecord } from '../../core/wire/contract.ts';
import type { RecordTreeBranch, RecordTreeNode } from '../../core/wire/record-tree.ts';
import { useLoaded } from '../../field-types/use-loaded.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { LoadingDelay } from '../../ui/LoadingDelay.tsx';
import { PageContainer } from '../../ui/PageContainer.tsx';
import { StatusTag } from '../../ui/StatusTag.tsx';
import { useMediaQuery } from '../../ui/useMediaQuery.ts';
import { screenPath, useEntityPage } from '../EntityContext.ts';
import { runtimeText } from '../text.ts';
import './tree-beside.css';

/** Widths at which the tree stands above the page and is folded. */
const NARROW = '(max-width: 1199px)';

interface Place {
  /** Record whose page it is. */
  readonly here: string;
  /** Paths of the pages in the person's menu, by code. */
  readonly paths: ReadonlyMap<string, string>;
}

const PlaceContext = createContext<Place>({ here: '', paths: new Map() });

/** The tree in which the record stands, as its metadata says; nothing where it says none or nothing stands around it. */
export function TreeBeside({ record }: { readonly record: WireRecord }) {
  const { page, changes } = useEntityPage();
  const { entity } = page.metadata;
  const menu = useAccess((state) => state.menu);
  const isNarrow = useMediaQuery(NARROW);
  const [open, setOpen] = useState(false);
  const hasPlace = entity.detail?.tree !== undefined;
  const read = useLoaded(
    hasPlace ? `tree/${entity.entity}/${record.id}/${changes}/${page.metadata.revision}` : undefined,
    (signal) => fetchRecordTree({ entity: entity.entity, id: record.id }, signal),
  );
  if (!hasPlace) return null;
  const title = runtimeText('tree.title');
  if (read.error !== undefined) {
    return (
      <PageContainer>
        <ErrorState title={runtimeText('tree.failed')} message={read.error} onRetry={read.retry} />
      </PageContainer>
    );
  }
  if (read.data === undefined) {
    return (
      <PageContainer>
        <LoadingDelay loading rows={4} />
      </PageContainer>
    );
  }
  const { root } = read.data;
  const way = wayTo(root, record.id);
  if (way.length === 1 && (way[0]?.branches ?? []).length === 0) return null;
  const paths = new Map(menuLeaves(menu).map(({ code, path }) => [code, path]));
  return (
    <PageContainer>
      <nav className="anlan-record-tree" aria-label={title}>
        {isNarrow ? (
          <button type="button" className="anlan-tree-head" aria-expanded={open} onClick={() => setOpen(!open)}>
            {open ? <CaretDownOutlined /> : <CaretRightOutlined />}
            <span className="anlan-tree-way">{way.map(({ label }) => label).join(' › ')}</span>
          </button>
        ) : (
          <h2 className="anlan-section-title">{title}</h2>
        )}
        {(open || !isNarrow) && (
          <PlaceContext.Provider value={{ here: record.id, paths }}>
            <Branch branch={root} above={undefined} />
          </PlaceContext.Provider>
        )}
      </nav>
    </PageContainer>
  );
}

/** The nodes from the topmost one down to a record; none where it is not there. */
function wayTo(branch: RecordTreeBranch, id: string): readonly RecordTreeNode[] {
  for (const node of branch.nodes) {
    if (node.id === id) return [node];
    for (const below of node.branches ?? []) {
      const way = wayTo(below, id);
      if (way.length > 0) return [node, ...way];
    }
  }
  return [];
}

interface BranchProps {
  readonly branch: RecordTreeBranch;
  /** Record that the branch hangs below; undefined for the topmost one. */
  readonly above: { readonly entity: string; readonly id: string } | undefined;
  /** Whether its kind stands above it, since there are others beside it. */
  readonly titled?: boolean;
}

function Branch({ branch, above, titled = false }: BranchProps) {
  const [more, setMore] = useState<readonly RecordTreeNode[]>([]);
  const [pages, setPages] = useState(1);
  const [busy, setBusy] = useState(false);
  const known = new Set(branch.nodes.map(({ id }) => id));
  const nodes = [...branch.nodes, ...more.filter(({ id }) => !known.has(id))];
  const rest = branch.total - nodes.length;
  const readOn = async () => {
    if (above === undefined) return;
    setBusy(true);
    try {
      const [next] = await fetchTreeBelow(above, { below: branch.entity, current: pages + 1 });
      setMore([...more, ...(next?.nodes ?? [])]);
      setPages(pages + 1);
    } catch {
      // The button stays, and is pressed again.
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      {titled && <span className="anlan-tree-kind">{branch.title}</span>}
      <ul aria-label={branch.title}>
        {nodes.map((node) => (
          <Node key={node.id} node={node} branch={branch} />
        ))}
        {rest > 0 && above !== undefined && (
          <li>
            <Button type="link" size="small" loading={busy} onClick={readOn}>
              {runtimeText('tree.more', { count: rest })}
            </Button>
          </li>
        )}
      </ul>
    </>
  );
}

function Node({ node, branch }: { readonly node: RecordTreeNode; readonly branch: RecordTreeBranch }) {
  const { here, paths } = useContext(PlaceContext);
  const [open, setOpen] = useState(node.branches !== undefined);
  const isHere = node.id === here;
  const asked = open && node.opens && node.branches === undefined;
  const above = { entity: branch.entity, id: node.id };
  const read = useLoaded(asked ? `tree/${branch.entity}/${node.id}` : undefined, (signal) =>
    fetchTreeBelow(above, {}, signal),
  );
  const branches = node.branches ?? read.data;
  const path = paths.get(branch.page);
  const label = node.label || runtimeText('detail.empty');
  return (
    <li>
      <div className="anlan-tree-row" data-here={isHere || undefined}>
        {node.opens ? (
          <button
            type="button"
            className="anlan-tree-toggle"
            aria-expanded={open}
            aria-label={runtimeText(open ? 'tree.fold' : 'tree.unfold', { name: label })}
            onClick={() => setOpen(!open)}
          >
            {open ? <CaretDownOutlined /> : <CaretRightOutlined />}
          </button>
        ) : (
          <span className="anlan-tree-toggle" />
        )}
        {path === undefined || isHere ? (
          <span className="anlan-tree-name" aria-current={isHere ? 'page' : undefined}>
            {label}
          </span>
        ) : (
          <Link className="anlan-tree-name" title={label} to={screenPath(path, { kind: 'view', id: node.id })}>
            {label}
          </Link>
        )}
        {node.tag && <StatusTag text={node.tag.text} color={node.tag.color} />}
      </div>
      {open && node.opens && <Below read={{ ...read, data: branches }} above={above} />}
    </li>
  );
}

function Below({
  read,
  above,
}: {
  readonly read: Pick<ReturnType<typeof useLoaded<readonly RecordTreeBranch[]>>, 'data' | 'error' | 'retry'>;
  readonly above: BranchProps['above'];
}) {
  if (read.error !== undefined) {
    return (
      <Button type="link" size="small" onClick={read.retry}>
        {runtimeText('tree.failed')}
      </Button>
    );
  }
  if (read.data === undefined) return <LoadingDelay loading rows={1} />;
  if (read.data.length === 0) return <p className="anlan-tree-none">{runtimeText('tree.none')}</p>;
  const titled = read.data.length > 1;
  return read.data.map((below) => <Branch key={below.entity} branch={below} above={above} titled={titled} />);
}
