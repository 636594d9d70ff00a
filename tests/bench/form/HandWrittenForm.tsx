import { Checkbox, DatePicker, Form, type FormInstance, Input, InputNumber, Radio, Select, TreeSelect } from 'antd';
import type { Rule } from 'antd/es/form';
import type { Dayjs } from 'dayjs';
import { memo, type ReactNode, useEffect, useMemo } from 'react';
import type { ViewField } from '../../../src/field-types/field-view.ts';
import { fieldViewOf } from '../../../src/field-types/views.ts';
import { CHOICES, MAX_NUMBER, MAX_TEXT, type MixedField, mixSections } from './field-mix.ts';
import './hand-written.css';

/**
 * The mixed form as one writes it by hand in antd: one form instance, elements made once, conditions and comparisons by
 * `dependencies` and render props. A `useWatch` for each of the 300 conditions would be asked at every field that mounts
 * (12 s for 1000 fields). Choosing people and files is the product's own component, as on the generated side.
 */
export function HandWrittenForm({ fields }: { fields: number }) {
  const sections = useMemo(
    () =>
      mixSections(fields).map((section) => (
        <section key={section.key} className="hand-section">
          <h2>{section.title}</h2>
          <div className="hand-grid">{section.fields.map(itemOf)}</div>
        </section>
      )),
    [fields],
  );
  return (
    <Form name="hand" labelCol={labelColumn} wrapperCol={controlColumn} validateTrigger="onBlur" scrollToFirstError>
      {sections}
    </Form>
  );
}

const options = CHOICES.map(({ key, title }) => ({ value: key, label: title }));
const LOCK = [{ value: '1', label: '是' }];
const labelColumn = { flex: '116px' };
const controlColumn = { flex: 'auto' };
const dateTexts: [string, string] = ['开始', '结束'];

function itemOf(field: MixedField): ReactNode {
  if (field.visibleBy !== undefined) return appearingItem(field, field.visibleBy);
  if (field.requiredBy !== undefined) return demandedItem(field, field.requiredBy);
  if (field.disabledBy !== undefined) return lockedItem(field, field.disabledBy);
  if (field.product !== undefined) return calculatedItem(field, field.product);
  return plainItem(field, field.required);
}

function plainItem(field: MixedField, required: boolean, control = controlOf(field)): ReactNode {
  const compared = field.notBelow ?? field.notBefore;
  return (
    <Form.Item
      key={field.key}
      name={field.key}
      label={field.title}
      className={isWide(field) ? 'hand-full' : ''}
      rules={rulesOf(field, required)}
      {...(compared === undefined ? {} : { dependencies: [compared] })}
    >
      {control}
    </Form.Item>
  );
}

function appearingItem(field: MixedField, by: string): ReactNode {
  return (
    <Form.Item key={field.key} noStyle dependencies={[by]}>
      {({ getFieldValue }) => (getFieldValue(by) === '1' ? plainItem(field, field.required) : null)}
    </Form.Item>
  );
}

function demandedItem(field: MixedField, by: string): ReactNode {
  return (
    <Form.Item key={field.key} noStyle dependencies={[by]}>
      {({ getFieldValue }) => plainItem(field, getFieldValue(by) === '1')}
    </Form.Item>
  );
}

function lockedItem(field: MixedField, by: string): ReactNode {
  return (
    <Form.Item key={field.key} noStyle dependencies={[by]}>
      {({ getFieldValue }) => {
        const locked = (getFieldValue(by) as string[] | undefined)?.includes('1') === true;
        return plainItem(field, field.required, controlOf(field, locked));
      }}
    </Form.Item>
  );
}

function calculatedItem(field: MixedField, from: readonly [string, string, string]): ReactNode {
  return (
    <Form.Item key={field.key} noStyle dependencies={[...from]}>
      {(form) => {
        const [a, b, c]: unknown[] = from.map((key) => form.getFieldValue(key));
        return <CalculatedItem field={field} a={a} b={b} c={c} form={form} />;
      }}
    </Form.Item>
  );
}

interface CalculatedProps {
  readonly field: MixedField;
  readonly a: unknown;
  readonly b: unknown;
  readonly c: unknown;
  readonly form: FormInstance;
}

const CalculatedItem = memo(({ field, a, b, c, form }: CalculatedProps) => {
  useEffect(() => {
    const timer = setTimeout(() => {
      const known = typeof a === 'number' && typeof b === 'number' && typeof c === 'number';
      form.setFieldValue(field.key, known ? Number((a * b + c).toFixed(2)) : null);
    }, 500);
    return () => clearTimeout(timer);
  }, [a, b, c, field.key, form]);
  return (
    <Form.Item name={field.key} label={field.title}>
      <Output />
    </Form.Item>
  );
});

function Output({ id, value }: { id?: string; value?: number | null }) {
  return (
    <output id={id} className="hand-output" aria-live="polite">
      {value ?? '—'}
    </output>
  );
}

function isWide({ kind }: MixedField): boolean {
  return kind === 'textarea' || kind === 'upload';
}

function rulesOf(field: MixedField, required: boolean): Rule[] {
  return [
    ...(required ? [{ required: true, message: `请填写${field.title}` }] : []),
    ...(field.kind === 'input' ? [{ max: MAX_TEXT, message: `最多${MAX_TEXT}个字` }] : []),
    ...(field.kind === 'textarea' ? [{ max: 500, message: '最多500个字' }] : []),
    ...(field.kind === 'number'
      ? [{ type: 'number' as const, min: 0, max: MAX_NUMBER, message: `须在0到${MAX_NUMBER}之间` }]
      : []),
    ...(field.pattern === undefined
      ? []
      : [{ pattern: new RegExp(field.pattern.source), message: field.pattern.message }]),
    ...(field.notBelow === undefined ? [] : [numberRule(field.notBelow)]),
    ...(field.notBefore === undefined ? [] : [dateRule(field.notBefore)]),
  ];
}

function numberRule(other: string): Rule {
  return (form) => ({
    async validator(_rule: unknown, value: number | null | undefined) {
      const least: unknown = form.getFieldValue(other);
      if (typeof value === 'number' && typeof least === 'number' && value < least) throw new Error('不能小于数量');
    },
  });
}

function dateRule(other: string): Rule {
  return (form) => ({
    async validator(_rule: unknown, value: Dayjs | null | undefined) {
      const first = form.getFieldValue(other) as Dayjs | null | undefined;
      if (value && first && value.isBefore(first, 'day')) throw new Error('不能早于开始日期');
    },
  });
}

function controlOf(field: MixedField, disabled = false): ReactNode {
  switch (field.kind) {
    case 'input':
      return <Input placeholder="请输入" autoComplete="off" disabled={disabled} />;
    case 'textarea':
      return <Input.TextArea rows={3} placeholder="请输入" />;
    case 'number':
      return (
        <InputNumber
          className="hand-wide"
          precision={2}
          controls={false}
          inputMode="decimal"
          placeholder="请输入"
          disabled={disabled}
        />
      );
    case 'select':
      return <Select options={options} showSearch={{ optionFilterProp: 'label' }} allowClear placeholder="请选择" />;
    case 'radio':
      return <Radio.Group options={options} />;
    case 'checkbox':
      return <Checkbox.Group options={LOCK} />;
    case 'date':
      return <DatePicker className="hand-wide" placeholder="请选择" />;
    case 'dateDuration':
      return <DatePicker.RangePicker className="hand-wide" allowEmpty={[true, true]} placeholder={dateTexts} />;
    case 'tree':
      return <TreeSelect treeData={[]} showSearch={{ treeNodeFilterProp: 'title' }} allowClear placeholder="请选择" />;
    case 'orgSelect':
      return <Chosen field={field} />;
    case 'upload':
      return <Chosen field={field} />;
    case 'calculate':
      return <Output />;
  }
}

interface ChosenProps {
  readonly field: MixedField;
  readonly id?: string;
  readonly value?: unknown;
  readonly onChange?: (value: unknown) => void;
}

const nothing = () => {};

/** The product's own component as the child of a Form.Item. */
function Chosen({ field, id = field.key, value, onChange = nothing }: ChosenProps) {
  const { Edit } = fieldViewOf(field.kind === 'upload' ? 'upload' : 'orgSelect');
  return (
    <Edit
      id={id}
      value={value ?? null}
      onChange={onChange}
      onBlur={nothing}
      field={subjectOf(field)}
      disabled={false}
      invalid={false}
      describedBy={undefined}
    />
  );
}

const subjects = new WeakMap<MixedField, ViewField>();

function subjectOf(field: MixedField): ViewField {
  const known = subjects.get(field);
  if (known !== undefined) return known;
  const made: ViewField = {
    key: field.key,
    title: field.title,
    property:
      field.kind === 'upload'
        ? { title: field.title, field: 'upload', type: 'array' }
        : { title: field.title, field: 'orgSelect', type: 'string', org: 'user' },
    target: field.kind === 'upload' ? undefined : 'user',
    multiple: false,
    labels: undefined,
  };
  subjects.set(field, made);
  return made;
}
