import { Fragment, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useAccess } from '../../api/access.ts';
import { menuLeaves } from '../../api/menu-tree.ts';
import type { ViewField } from '../../field-types/field-view.ts';
import { chosenRecords } from '../../field-types/reference-value.tsx';
import { screenPath } from '../EntityContext.ts';

interface RecordLinksProps {
  readonly target: string;
  readonly field: ViewField;
  readonly value: unknown;
  /** What shows where this person has no page of the target. */
  readonly children: ReactNode;
}

/** Names of referenced records as links, where this person's menu has a page of theirs. */
export function RecordLinks({ target, field, value, children }: RecordLinksProps) {
  // The page of an entity that is its plain list bears the entity's key.
  const page = useAccess((state) => menuLeaves(state.menu).find((leaf) => leaf.code === target));
  const records = chosenRecords(field, value);
  if (page === undefined || records.length === 0) return children;
  return (
    <span className="anlan-text">
      {records.map((record, index) => (
        <Fragment key={record.id}>
          {index > 0 && '、'}
          <Link to={screenPath(page.path, { kind: 'view', id: record.id })}>{record.label}</Link>
        </Fragment>
      ))}
    </span>
  );
}
