import { DatePicker } from '@formily/antd-v5/esm/date-picker';
import { FormItem } from '@formily/antd-v5/esm/form-item';
import { Input } from '@formily/antd-v5/esm/input';
import { NumberPicker } from '@formily/antd-v5/esm/number-picker';
import { Password } from '@formily/antd-v5/esm/password';
import { Select } from '@formily/antd-v5/esm/select';
import { FieldContext } from '@formily/react';
import { Cascader, Checkbox, Radio, TreeSelect } from 'antd';
import type { Property } from '../../../src/core/dialect/entity.generated.ts';
import { boxProps } from '../../../src/field-types/box-props.ts';
import { CalculateFrame, calculateProps } from '../../../src/field-types/calculate/entry.tsx';
import { useCascaderProps } from '../../../src/field-types/cascader/entry.ts';
import { checkboxProps } from '../../../src/field-types/checkbox/entry.ts';
import type { EditProps } from '../../../src/field-types/field-view.ts';
import type { FieldComponent } from '../../../src/field-types/form-components.ts';
import { GroupFrame } from '../../../src/field-types/group-frame.tsx';
import { radioProps } from '../../../src/field-types/radio/entry.ts';
import { useTreeProps } from '../../../src/field-types/tree/entry.ts';
import type { Decorator } from '../../../src/runtime/form/form-drawing.ts';
import { formily, plainProps } from '../../../src/runtime/form/formily-field.tsx';

/** The other way to draw a kind of field: Formily's where the map has ours, antd's alone where it has Formily's. */
interface OtherKind {
  /** Name in the map of components. */
  readonly name: string;
  readonly property: Property;
  readonly other: FieldComponent;
}

const boxed = (edit: EditProps): object => ({ ...boxProps(edit), ...plainProps(edit) });
const options = { '1': { title: '甲类', order: 10 }, '2': { title: '乙类', order: 20 } };
const byFormily = (...made: Parameters<typeof formily>): FieldComponent => ({
  component: formily(...made),
  by: 'formily',
});

function AntdCascader(edit: EditProps) {
  return <Cascader id={edit.id} {...edit.props} {...(useCascaderProps(edit) as object)} />;
}

function AntdTree(edit: EditProps) {
  return <TreeSelect id={edit.id} {...edit.props} {...(useTreeProps(edit) as object)} />;
}

function AntdRadio(edit: EditProps) {
  return <Radio.Group id={edit.id} {...radioProps(edit)} />;
}

function AntdCheckbox(edit: EditProps) {
  return (
    <GroupFrame {...edit}>
      <Checkbox.Group {...checkboxProps(edit)} />
    </GroupFrame>
  );
}

function PlainOutput(edit: EditProps) {
  return <CalculateFrame {...edit}>{calculateProps(edit).value}</CalculateFrame>;
}

/** Kinds that are measured, with the other way to draw them. */
export const otherKinds: readonly OtherKind[] = [
  { name: 'Input', property: { title: '名称', field: 'input', type: 'string' }, other: byFormily(Input, boxed) },
  {
    name: 'Input.TextArea',
    property: { title: '说明', field: 'textarea', type: 'string' },
    other: byFormily(Input.TextArea, boxed),
  },
  {
    name: 'NumberPicker',
    property: { title: '数量', field: 'number', type: 'number', scale: 2 },
    other: byFormily(NumberPicker, boxed),
  },
  {
    name: 'Amount',
    property: { title: '金额', field: 'amount', type: 'number', scale: 2 },
    other: byFormily(NumberPicker, boxed),
  },
  {
    name: 'Select',
    property: { title: '类别', field: 'select', type: 'string', options },
    other: byFormily(Select, boxed),
  },
  {
    name: 'DatePicker',
    property: { title: '日期', field: 'date', type: 'string', format: 'date' },
    other: byFormily(DatePicker, boxed),
  },
  {
    name: 'Password',
    property: { title: '密码', field: 'password', type: 'string', writeOnly: true },
    other: byFormily(Password, boxed),
  },
  {
    name: 'Calculate',
    property: { title: '合计', field: 'calculate', type: 'number', compute: '1 + 1' },
    other: { component: PlainOutput, by: 'anlan' },
  },
  {
    name: 'Radio.Group',
    property: { title: '班次', field: 'radio', type: 'string', options },
    other: { component: AntdRadio, by: 'anlan' },
  },
  {
    name: 'Checkbox.Group',
    property: { title: '器材', field: 'checkbox', type: 'array', options },
    other: { component: AntdCheckbox, by: 'anlan' },
  },
  {
    name: 'Cascader',
    property: { title: '部位', field: 'cascader', type: 'string', options },
    other: { component: AntdCascader, by: 'anlan' },
  },
  {
    name: 'TreeSelect',
    property: { title: '区域', field: 'tree', type: 'string', ref: { entity: 'dept' } },
    other: { component: AntdTree, by: 'anlan' },
  },
];

/** Formily's label and faults around our input: its own inside is ours without label and faults. */
export const StockItem: Decorator = ({ engine, schema, form, find }) => {
  const model = engine.field(schema.name);
  if (model === undefined) return null;
  const { component: Entry } = find(schema['x-component']);
  const field = engine.page.model.field.get(schema.name);
  if (field === undefined) return null;
  return (
    <FieldContext.Provider value={model}>
      <FormItem label={schema.title}>
        <Entry
          id={`${form}-${schema.name}`}
          value={model.value ?? null}
          field={{ key: field.key, title: field.title, property: field.property, target: undefined, multiple: false }}
          disabled={model.pattern === 'disabled'}
          invalid={false}
          describedBy={undefined}
          onChange={(value) => engine.enter(schema.name, value)}
          onBlur={() => engine.leave(schema.name)}
        />
      </FormItem>
    </FieldContext.Provider>
  );
};
