import { Tag } from 'antd';
import { Suspense } from 'react';
import type { GrantablePage } from '../../core/wire/menu.ts';
import { lazyPiece } from '../../ui/lazy-piece.tsx';
import { useFieldServices } from '../field-services.ts';
import type { EditProps, FieldView, ReadProps } from '../field-view.ts';
import { fieldText } from '../text.ts';
import { NoValue, TextCell } from '../text-field.tsx';
import { useLoaded } from '../use-loaded.ts';
import { matrixRows } from './matrix.ts';

const MatrixEdit = lazyPiece(() => import('./MatrixEdit.tsx').then((module) => module.MatrixEdit));

function Edit(props: EditProps) {
  return (
    <Suspense fallback={<div className="anlan-waiting" />}>
      <MatrixEdit {...props} />
    </Suspense>
  );
}

function pageIndex(pages: readonly GrantablePage[], index = new Map<string, GrantablePage>()) {
  for (const page of pages) {
    index.set(page.code, page);
    pageIndex(page.children, index);
  }
  return index;
}

/** Pages with their own grants, each with its granted actions. */
function Read({ value }: ReadProps) {
  const services = useFieldServices();
  const rows = matrixRows(value);
  const loaded = useLoaded(rows.length > 0 ? 'pages' : undefined, services.grantablePages);
  if (rows.length === 0) return <NoValue />;
  const pages = pageIndex(loaded.data ?? []);
  return (
    <dl className="anlan-matrix-read">
      {rows.map((row) => {
        const page = pages.get(row.permissionId);
        return (
          <div key={row.permissionId}>
            <dt>{page?.title ?? row.permissionId}</dt>
            <dd>
              {row.actionList.length === 0 && fieldText('matrix.none')}
              {row.actionList.map((action) => (
                <Tag key={action}>{page?.actions.find((one) => one.key === action)?.title ?? action}</Tag>
              ))}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

export const view: FieldView = { Edit, Read, Cell: TextCell, Filter: undefined };
