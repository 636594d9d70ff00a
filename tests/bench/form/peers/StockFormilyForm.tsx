import { Checkbox } from '@formily/antd-v5/esm/checkbox';
import { DatePicker } from '@formily/antd-v5/esm/date-picker';
import { FormGrid } from '@formily/antd-v5/esm/form-grid';
import { FormItem } from '@formily/antd-v5/esm/form-item';
import { Input } from '@formily/antd-v5/esm/input';
import { NumberPicker } from '@formily/antd-v5/esm/number-picker';
import { Radio } from '@formily/antd-v5/esm/radio';
import { Select } from '@formily/antd-v5/esm/select';
import { createForm } from '@formily/core';
import { createSchemaField, FormProvider } from '@formily/react';
import { type ComponentProps, useState } from 'react';
import { CHOICES, MAX_NUMBER, MAX_TEXT, type MixedField, mixSections } from '../field-mix.ts';

const SchemaField = createSchemaField({
  components: { Checkbox, DatePicker, FormGrid, FormItem, Input, NumberPicker, Radio, Select },
});
type Schema = ComponentProps<typeof SchemaField>['schema'];

/** The mixed fields as Formily draws them with the components that it brings: no choosing of people and files. */
export function StockFormilyForm({ fields }: { fields: number }) {
  const [form] = useState(() => createForm());
  const [schema] = useState(() => schemaOf(fields));
  return (
    <FormProvider form={form}>
      <SchemaField schema={schema} />
    </FormProvider>
  );
}

function schemaOf(fields: number): Schema {
  return {
    type: 'object',
    properties: Object.fromEntries(
      mixSections(fields).map((section) => [
        section.key,
        {
          type: 'void',
          'x-component': 'FormGrid',
          'x-component-props': { maxColumns: 3, minColumns: 3 },
          properties: Object.fromEntries(section.fields.map((field) => [field.key, fieldOf(field)])),
        },
      ]),
    ),
  } as Schema;
}

const options = CHOICES.map(({ key, title }) => ({ value: key, label: title }));

function fieldOf(field: MixedField): Readonly<Record<string, unknown>> {
  return {
    title: field.title,
    required: field.required,
    'x-decorator': 'FormItem',
    ...componentOf(field),
    ...(field.visibleBy === undefined
      ? {}
      : {
          'x-reactions': (self: { visible: boolean; query(key: string): { value(): unknown } }) => {
            self.visible = self.query(field.visibleBy ?? '').value() === '1';
          },
        }),
  };
}

function componentOf({ kind, pattern }: MixedField): Readonly<Record<string, unknown>> {
  switch (kind) {
    case 'number':
    case 'calculate':
      return { type: 'number', 'x-component': 'NumberPicker', minimum: 0, maximum: MAX_NUMBER };
    case 'select':
      return { type: 'string', 'x-component': 'Select', enum: options };
    case 'radio':
      return { type: 'string', 'x-component': 'Radio.Group', enum: options };
    case 'checkbox':
      return { type: 'array', 'x-component': 'Checkbox.Group', enum: [{ value: '1', label: '是' }] };
    case 'date':
      return { type: 'string', 'x-component': 'DatePicker' };
    case 'dateDuration':
      return { type: 'string', 'x-component': 'DatePicker.RangePicker' };
    case 'textarea':
      return { type: 'string', 'x-component': 'Input.TextArea', maxLength: 500 };
    default:
      return {
        type: 'string',
        'x-component': 'Input',
        maxLength: MAX_TEXT,
        ...(pattern === undefined ? {} : { pattern: pattern.source }),
      };
  }
}
