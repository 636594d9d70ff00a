import { Button, Checkbox, DatePicker, Form, Input, InputNumber, Select } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import type { ReactNode } from 'react';
import { CHOICES, MAX_NUMBER, MAX_TEXT } from './field-mix.ts';
import { TABLE_COLUMNS, type TableColumn, tableRows } from './table-mix.ts';
import './hand-written.css';

const choices = CHOICES.map(({ key, title }) => ({ value: key, label: title }));

function control({ kind, title }: TableColumn, row: number): ReactNode {
  const label = `第${row + 1}行${title}`;
  switch (kind) {
    case 'input':
      return <Input aria-label={label} autoComplete="off" />;
    case 'number':
    case 'amount':
      return <InputNumber aria-label={label} precision={2} controls={false} style={{ width: '100%' }} />;
    case 'select':
      return <Select aria-label={label} options={choices} allowClear style={{ width: '100%' }} />;
    case 'date':
      return <DatePicker aria-label={label} style={{ width: '100%' }} />;
    case 'checkbox':
      return <Checkbox.Group aria-label={label} options={[{ value: '1', label: '是' }]} />;
    case 'calculate':
      return null;
  }
}

function rules({ kind, required }: TableColumn) {
  return [
    ...(required ? [{ required: true, message: '不能为空' }] : []),
    ...(kind === 'input' ? [{ max: MAX_TEXT, message: `最多${MAX_TEXT}字` }] : []),
    ...(kind === 'number' ? [{ type: 'number' as const, min: 0, max: MAX_NUMBER, message: '超出范围' }] : []),
  ];
}

interface Row {
  readonly [key: string]: unknown;
}

function Product({ row, of }: { row: number; of: readonly [string, string] }) {
  const [a, b] = of;
  const same = (before: { rows?: Row[] }, after: { rows?: Row[] }) =>
    before.rows?.[row]?.[a] !== after.rows?.[row]?.[a] || before.rows?.[row]?.[b] !== after.rows?.[row]?.[b];
  return (
    <Form.Item noStyle shouldUpdate={same}>
      {({ getFieldValue }) => {
        const [x, y] = [getFieldValue(['rows', row, a]), getFieldValue(['rows', row, b])];
        return <output>{typeof x === 'number' && typeof y === 'number' ? (x * y).toFixed(2) : ''}</output>;
      }}
    </Form.Item>
  );
}

const initial = tableRows().map((row) =>
  Object.fromEntries(
    TABLE_COLUMNS.map(({ key, kind }): [string, unknown] => [
      key,
      kind === 'date' ? (dayjs(String(row[key])) satisfies Dayjs) : row[key],
    ]),
  ),
);

/** The same table as a developer writes it: antd's Form.List with an input in each cell. */
export function HandWrittenTable() {
  return (
    <Form name="hand" layout="vertical" initialValues={{ rows: initial }}>
      <Form.Item name="name" label="名称" rules={[{ required: true }]}>
        <Input />
      </Form.Item>
      <Form.List name="rows">
        {(fields, { add, remove, move }) => (
          <>
            <div style={{ overflow: 'auto', maxHeight: '70vh' }}>
              <table style={{ tableLayout: 'fixed', minWidth: 3000 }}>
                <thead>
                  <tr>
                    <th style={{ width: 52 }}>序号</th>
                    {TABLE_COLUMNS.map((column) => (
                      <th key={column.key}>{column.title}</th>
                    ))}
                    <th style={{ width: 160 }}>操作</th>
                  </tr>
                </thead>
                <tbody>
                  {fields.map((field) => (
                    <tr key={field.key} data-row={field.name}>
                      <td>{field.name + 1}</td>
                      {TABLE_COLUMNS.map((column) => (
                        <td key={column.key} data-column={column.key}>
                          {column.product === undefined ? (
                            <Form.Item name={[field.name, column.key]} rules={rules(column)} style={{ margin: 0 }}>
                              {control(column, field.name)}
                            </Form.Item>
                          ) : (
                            <Product row={field.name} of={column.product} />
                          )}
                        </td>
                      ))}
                      <td>
                        <Button type="text" size="small" onClick={() => move(field.name, field.name - 1)}>
                          上移
                        </Button>
                        <Button type="text" size="small" onClick={() => remove(field.name)}>
                          删除
                        </Button>
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
            <Button onClick={() => add()}>添加一行</Button>
          </>
        )}
      </Form.List>
    </Form>
  );
}
