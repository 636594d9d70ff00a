import { Link } from 'react-router-dom';
import type { TileContent, UnionRow } from '../../../core/wire/joint.ts';
import { usePagePaths } from '../../../runtime/flow/entry-path.ts';
import { StatusTag } from '../../../ui/StatusTag.tsx';

/** A row of a union, with what it stands in. */
interface OfRow {
  readonly content: Extract<TileContent, { kind: 'union' }>;
  readonly row: UnionRow;
}

/** What a row is called, by its first column, with its state unless it is `plain`; it opens where its page is. */
export function UnionName({ content: { columns, parts }, row, plain = false }: OfRow & { readonly plain?: boolean }) {
  const paths = usePagePaths();
  const name = row.cells[columns[0]?.key ?? '']?.text ?? row.id;
  const page = parts.find(({ key }) => key === row.member)?.page ?? '';
  const path = paths(page);
  const state = columns.flatMap(({ key }) => {
    const cell = row.cells[key];
    return cell?.color === undefined ? [] : [cell];
  })[0];
  return (
    <span className="anlan-dash-tile-name">
      {path === undefined ? (
        <span title={name}>{name}</span>
      ) : (
        <Link to={`${path}/view/${encodeURIComponent(row.id)}`} title={name}>
          {name}
        </Link>
      )}
      {plain || state === undefined ? null : <StatusTag text={state.text} color={state.color} />}
    </span>
  );
}
