import { Button } from 'antd';
import type { WireRecord } from '../../core/wire/contract.ts';
import { PageContainer } from '../../ui/PageContainer.tsx';
import { useEntityPage } from '../EntityContext.ts';
import type { EntityPageModel } from '../model/page-model.ts';
import { awaits } from './child-rows.ts';
import { showRows } from './show-rows.ts';
import { flowText } from './text.ts';

/** Rows of one child entity. */
export interface ChildRows {
  readonly child: EntityPageModel;
  readonly rows: readonly WireRecord[];
}

/** Which rows below the record wait for the person, above all that the record says; nothing where none does. */
export function ChildTasks({ parent, tables }: { parent: WireRecord; tables: readonly ChildRows[] }) {
  const { me, can } = useEntityPage();
  const waiting = tables.flatMap(({ child, rows }) => {
    const count = rows.filter((row) => awaits(child, parent, row, { me, can })).length;
    return count === 0 ? [] : [{ key: child.model.key, title: child.model.title, count }];
  });
  if (waiting.length === 0) return null;
  return (
    <div className="anlan-child-tasks">
      <PageContainer>
        <span>{flowText('child.waiting')}</span>
        {waiting.map(({ key, title, count }) => (
          <Button key={key} type="link" size="small" onClick={() => showRows(key)}>
            {flowText('child.waitingOf', { title, count })}
          </Button>
        ))}
      </PageContainer>
    </div>
  );
}
