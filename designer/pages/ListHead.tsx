import { ArrowLeftOutlined, ArrowRightOutlined, CloseOutlined } from '@ant-design/icons';
import { InputNumber, Select, Space } from 'antd';
import { type KeyboardEvent, useMemo, useState } from 'react';
import { type ColumnPlan, compileColumns } from '../../src/compile/columns/compile-columns.ts';
import type { Entity } from '../../src/core/dialect/entity.generated.ts';
import { addressed, locate } from '../../src/core/overlay/address.ts';
import { type Draft, entryId } from '../../src/core/overlay/draft.ts';
import type { OverlayAddress, OverlayEdit } from '../../src/core/overlay/overlay.ts';
import { FieldServicesProvider } from '../../src/field-types/field-services.ts';
import { fieldViewOf } from '../../src/field-types/views.ts';
import { ResizeHandle } from '../../src/runtime/list/ResizeHandle.tsx';
import type { EntityPageModel } from '../../src/runtime/model/page-model.ts';
import { fieldValue, type RecordData, valueText, viewField } from '../../src/runtime/model/record-view.ts';
import { useDraftServices } from '../../src/runtime/preview/useDraftServices.ts';
import { ToolButton } from '../../src/ui/ToolButton.tsx';
import { isLocked } from '../marks/LockMark.tsx';
import { setEdit } from '../session/edits.ts';
import type { ViewProps } from '../view-props.ts';
import { usePagesText } from './texts.ts';
import '../../src/runtime/list/list.css';

/** Rows shown below the heads. */
const SAMPLES = 3;

type HeadProps = Pick<ViewProps, 'design' | 'chosen' | 'onChoose' | 'onAct'> & {
  page: EntityPageModel;
  /** Code of the page. */
  code: string;
};

/** The heads of a page's list as the runtime draws them, over its examples: moved, widened, taken away and added. */
export function ListHead({ design, page, code, chosen, onChoose, onAct }: HeadProps) {
  const text = usePagesText();
  const { entity, base } = design;
  const { model } = page;
  const described = model.pages[code];
  const plans = useMemo(() => (described === undefined ? [] : compileColumns(model, described)), [model, described]);
  const [drag, setDrag] = useState<{ readonly from: number; readonly to: number }>();
  const [sized, setSized] = useState<{ readonly key: string; readonly width: number }>();
  const at: OverlayAddress = ['pages', code, 'columns'];
  const locked = isLocked(design, at);
  const properties = entity.record.properties as unknown as Draft;
  const idOf = (key: string) => (Object.hasOwn(properties, key) ? entryId(properties, key) : key);
  const isWritten = Array.isArray(locate(addressed(entity), at)?.value);
  /** A page that names no columns has to name them before one of them can change. */
  const act = (edits: readonly OverlayEdit[]) => onAct([...(isWritten ? [] : written(at, plans, idOf)), ...edits]);
  const chosenIndex = plans.findIndex(({ key }) => chosen.join('/') === [...at, idOf(key)].join('/'));
  const chosenPlan = plans[chosenIndex];
  const choose = (index: number) => onChoose([...at, idOf(plans[index]?.key ?? '')]);
  const move = (from: number, to: number) => {
    const plan = plans[from];
    if (plan === undefined || to < 0 || to >= plans.length || from === to || locked) return;
    const rest = plans.filter((other) => other !== plan);
    const before = rest[to - 1];
    act([{ edit: 'move', at: [...at, idOf(plan.key)], after: before === undefined ? null : idOf(before.key) }]);
  };
  const take = (index: number) => {
    const plan = plans[index];
    if (plan === undefined || locked) return;
    if (act([{ edit: 'hide', at: [...at, idOf(plan.key)] }]) === undefined) onChoose(['pages', code]);
  };
  const widen = (key: string, width: number) =>
    act([setEdit(base.entity, [...at, idOf(key)], ['width'], Math.round(Math.max(40, Math.min(800, width))))]);
  const press = (event: KeyboardEvent, index: number) => {
    const by = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : 0;
    if (event.altKey && by !== 0) move(index, index + by);
    else if (by !== 0) {
      const heads = [...(event.currentTarget.closest('tr')?.querySelectorAll<HTMLElement>('[data-head]') ?? [])];
      heads[heads.indexOf(event.currentTarget as HTMLElement) + by]?.focus();
    } else if (event.key === 'Delete') take(index);
    else return;
    event.preventDefault();
  };
  const addable = model.fields.filter(
    ({ key, property }) => property.hidden !== true && !plans.some((plan) => plan.key === key) && isColumn(model, key),
  );
  const add = (key: string) => {
    const after = chosenPlan ?? plans.at(-1);
    const place = [...at, idOf(key)];
    const edit: OverlayEdit = {
      edit: 'add',
      at: place,
      after: after === undefined ? null : idOf(after.key),
      value: idOf(key),
    };
    if (act([edit]) === undefined) onChoose(place);
  };
  const samples = samplesOf(entity);
  const services = useDraftServices(page.metadata);
  const widthOf = ({ key, width }: ColumnPlan) => (sized?.key === key ? sized.width : width);
  return (
    <section aria-label={text('columns')}>
      {isWritten ? null : <p className="anlan-ds-quiet">{text('columns.default')}</p>}
      <div className="anlan-ds-list">
        <table>
          <thead>
            <tr>
              {plans.map((plan, index) => (
                <th
                  key={plan.key}
                  scope="col"
                  style={{ width: widthOf(plan), minWidth: widthOf(plan) }}
                  data-drop={drag?.to === index}
                  onDragOver={(event) => {
                    if (drag === undefined) return;
                    event.preventDefault();
                    if (drag.to !== index) setDrag({ ...drag, to: index });
                  }}
                  onDrop={() => {
                    if (drag !== undefined) move(drag.from, index);
                    setDrag(undefined);
                  }}
                >
                  <button
                    type="button"
                    data-head={plan.key}
                    data-chosen={index === chosenIndex}
                    aria-current={index === chosenIndex}
                    draggable={!locked}
                    onDragStart={() => setDrag({ from: index, to: index })}
                    onDragEnd={() => setDrag(undefined)}
                    onClick={() => choose(index)}
                    onKeyDown={(event) => press(event, index)}
                  >
                    {plan.title}
                  </button>
                  {locked ? null : (
                    <ResizeHandle
                      column={plan}
                      onDrag={(key, width) => setSized({ key, width })}
                      onDrop={(key, width) => {
                        setSized(undefined);
                        if (width !== plan.width) widen(key, width);
                      }}
                    />
                  )}
                </th>
              ))}
            </tr>
          </thead>
          <FieldServicesProvider value={services}>
            <tbody>
              {samples.map((record, row) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: examples have no other name.
                <tr key={row}>
                  {plans.map((plan) => (
                    <td key={plan.key} data-align={plan.align}>
                      <SampleCell page={page} plan={plan} record={record} />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </FieldServicesProvider>
        </table>
      </div>
      <p className="anlan-ds-quiet anlan-ds-list-keys">{text('columns.hint')}</p>
      <Space wrap>
        <Select
          aria-label={text('columns.add')}
          className="anlan-ds-list-add"
          placeholder={text('columns.add')}
          value={null}
          disabled={locked}
          showSearch
          optionFilterProp="label"
          options={addable.map(({ key, title }) => ({ value: key, label: title }))}
          onChange={(key: string | null) => key !== null && add(key)}
        />
        {chosenPlan === undefined ? null : (
          <Space role="toolbar" aria-label={text('column.chosen', { title: chosenPlan.title })}>
            <strong>{chosenPlan.title}</strong>
            <ToolButton
              size="small"
              label={text('column.left', { title: chosenPlan.title })}
              icon={<ArrowLeftOutlined />}
              disabled={locked || chosenIndex === 0}
              onClick={() => move(chosenIndex, chosenIndex - 1)}
            />
            <ToolButton
              size="small"
              label={text('column.right', { title: chosenPlan.title })}
              icon={<ArrowRightOutlined />}
              disabled={locked || chosenIndex === plans.length - 1}
              onClick={() => move(chosenIndex, chosenIndex + 1)}
            />
            <InputNumber
              size="small"
              aria-label={text('column.width', { title: chosenPlan.title })}
              min={40}
              max={800}
              step={10}
              changeOnBlur
              disabled={locked}
              value={chosenPlan.width}
              onChange={(width) => width !== null && width !== chosenPlan.width && widen(chosenPlan.key, width)}
            />
            <ToolButton
              size="small"
              label={text('column.take', { title: chosenPlan.title })}
              icon={<CloseOutlined />}
              disabled={locked}
              onClick={() => take(chosenIndex)}
            />
          </Space>
        )}
      </Space>
    </section>
  );
}

/** The edits by which a page comes to name the columns that it has by default. */
function written(at: OverlayAddress, plans: readonly ColumnPlan[], idOf: (key: string) => string): OverlayEdit[] {
  return plans.map(({ key }, index) => {
    const before = plans[index - 1];
    return {
      edit: 'add',
      at: [...at, idOf(key)],
      after: before === undefined ? null : idOf(before.key),
      value: idOf(key),
    };
  });
}

const isColumn = (model: EntityPageModel['model'], key: string): boolean =>
  fieldViewOf(model.field.get(key)?.property.field ?? '')?.Cell !== undefined;

function samplesOf({ examples = [] }: Entity): readonly RecordData[] {
  const records = examples.map(({ record }) => record as RecordData);
  return records.length === 0 ? [{}] : records.slice(0, SAMPLES);
}

function SampleCell({ page, plan, record }: { page: EntityPageModel; plan: ColumnPlan; record: RecordData }) {
  const field = page.model.field.get(plan.key);
  if (field === undefined) return null;
  const { Cell } = fieldViewOf(plan.type);
  return (
    <Cell
      value={fieldValue(field, record)}
      field={viewField(page, field, record)}
      text={valueText(page, field, record)}
    />
  );
}
