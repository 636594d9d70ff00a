import { App, Button, Space } from 'antd';
import { useId, useMemo } from 'react';
import type { Related as RelatedList } from '../../../core/dialect/entity.generated.ts';
import type { WireRecord } from '../../../core/wire/contract.ts';
import { fieldViewOf } from '../../../field-types/views.ts';
import { useConfirm } from '../../../ui/useConfirm.tsx';
import { useEntityPage } from '../../EntityContext.ts';
import { LeaveGuard } from '../../form/LeaveGuard.tsx';
import { browserEnvironment } from '../../model/record-environment.ts';
import { runtimeText } from '../../text.ts';
import { startOf } from '../related-start.ts';
import { type GridRules, gridField, gridServices } from './grid-rows.ts';
import { useGrid } from './useGrid.ts';

interface RelatedGridProps {
  readonly list: RelatedList;
  /** Record that the rows refer to. */
  readonly above: string;
  readonly records: readonly WireRecord[];
  /** Whether the person may add records. */
  readonly adds: boolean;
  readonly onClose: () => void;
}

/**
 * Records that refer to another one, entered in place as rows of a table: by keys as in a spreadsheet, pasted from one,
 * as cards on a phone. Each is saved as its own form would save it.
 */
export function RelatedGrid({ list, above, records, adds, onClose }: RelatedGridProps) {
  const { page, me, access, changed } = useEntityPage();
  const { message } = App.useApp();
  const confirm = useConfirm();
  const id = useId();
  const rules = useMemo((): GridRules => {
    const fields = (list.grid ?? []).flatMap((key) => page.model.field.get(key) ?? []);
    return {
      page,
      environment: browserEnvironment(page, me),
      fields: fields.filter(({ key }) => access(key) !== 'hidden'),
      start: startOf(page, list.field, above),
      writes: (key, record) => access(key, record) === 'write',
      adds,
    };
  }, [page, me, access, list, above, adds]);
  const grid = useGrid(rules, records, `${list.field}/${above}`);
  const field = useMemo(() => gridField(rules, list.title, gridServices(rules)), [rules, list.title]);
  const { Edit } = fieldViewOf('subTable');

  const save = async (): Promise<void> => {
    const { saved, left } = await grid.save();
    if (saved > 0) changed();
    if (left > 0) void message.warning(runtimeText('grid.left', { saved, left }));
    else if (saved > 0) void message.success(runtimeText('grid.saved', { count: saved }));
  };

  const close = async (): Promise<void> => {
    if (grid.open > 0) {
      const agreed = await confirm({
        title: runtimeText('grid.leave', { count: grid.open }),
        consequence: runtimeText('grid.leave.hint'),
        okText: runtimeText('grid.drop'),
        cancelText: runtimeText('form.leave.stay'),
        danger: true,
      });
      if (!agreed) return;
      grid.drop();
    }
    onClose();
  };

  return (
    <div className="anlan-grid">
      <LeaveGuard isDirty={() => grid.open > 0} />
      {grid.restored > 0 && grid.open > 0 && (
        <p className="anlan-count">{runtimeText('grid.restored', { count: grid.restored })}</p>
      )}
      {Edit !== undefined && (
        <Edit
          id={id}
          value={grid.rows}
          onChange={grid.change}
          onBlur={grid.leave}
          field={field}
          disabled={false}
          invalid={grid.faults.length > 0}
          describedBy={undefined}
          faults={grid.faults}
        />
      )}
      <Space className="anlan-grid-foot">
        <Button type="primary" loading={grid.busy} disabled={grid.open === 0} onClick={() => void save()}>
          {grid.open === 0 ? runtimeText('grid.save') : runtimeText('grid.saveCount', { count: grid.open })}
        </Button>
        <Button onClick={() => void close()}>{runtimeText('grid.close')}</Button>
      </Space>
    </div>
  );
}
