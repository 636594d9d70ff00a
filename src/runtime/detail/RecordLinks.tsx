import { Fragment, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useAccess } from '../../api/access.ts';
import { menuLeaves } from '../../api/menu-tree.ts';
import { say } from '../../core/text/say.ts';
import type { ViewField } from '../../field-types/field-view.ts';
import { chosenRecords, hasPage } from '../../field-types/reference-value.tsx';
import { screenPath, useEntityPage } from '../EntityContext.ts';

interface RecordLinksProps {
  readonly target: string;
  readonly field: ViewField;
  readonly value: unknown;
  /** What shows where this person has no page of the target. */
  readonly children: ReactNode;
}

/** Names of referenced records as links, where this person's menu has a page of theirs. */
export function RecordLinks({ target, field, value, children }: RecordLinksProps) {
  const { targets } = useEntityPage().page.metadata;
  // The page of an entity that is its plain list bears the entity's key; else the first of its pages serves.
  const codes = [target, ...(Object.hasOwn(targets, target) ? (targets[target]?.pages ?? []) : [])];
  const page = useAccess(({ menu }) => {
    const leaves = menuLeaves(menu);
    const found = codes.map((code) => leaves.find((leaf) => leaf.code === code));
    return found.find((leaf) => leaf !== undefined);
  });
  const records = chosenRecords(field, value);
  if (page === undefined || records.length === 0) return children;
  return (
    <span className="anlan-text anlan-names">
      {records.map((record, index) => (
        <Fragment key={record.id}>
          {index > 0 && say('、')}
          {hasPage(record) ? (
            <Link to={screenPath(page.path, { kind: 'view', id: record.id })}>{record.label}</Link>
          ) : (
            record.label
          )}
        </Fragment>
      ))}
    </span>
  );
}
