import { SearchOutlined } from '@ant-design/icons';
import { Alert, Button, Checkbox, Input, Skeleton, Switch, Table } from 'antd';
import { useState } from 'react';
import { say } from '../../core/text/say.ts';
import type { GrantablePage } from '../../core/wire/menu.ts';
import { useFieldServices } from '../field-services.ts';
import type { EditProps } from '../field-view.ts';
import { fieldText } from '../text.ts';
import { useLoaded } from '../use-loaded.ts';
import type { PermissionRow } from './definition.ts';
import {
  containerCodes,
  grantedActions,
  matrixRows,
  searchPages,
  shippedActions,
  withActions,
  withheldActions,
} from './matrix.ts';

interface Row {
  readonly key: string;
  readonly page: GrantablePage;
  readonly children?: Row[];
}

function rowOf(page: GrantablePage): Row {
  return { key: page.code, page, ...(page.children.length > 0 ? { children: page.children.map(rowOf) } : {}) };
}

/** Pages of the menu in its tree; each either follows the shipped grants or has its own granted actions. */
export function MatrixEdit({ id, value, onChange, onBlur, disabled, describedBy, field }: EditProps) {
  const services = useFieldServices();
  const loaded = useLoaded('pages', services.grantablePages);
  const [keyword, setKeyword] = useState('');
  const rows = matrixRows(value);
  // What the role is granted so far is what setting it apart begins with.
  const role = field.values?.().roleCode;
  const report = (next: readonly PermissionRow[]) => {
    onChange(next.length === 0 ? null : next);
    onBlur();
  };
  if (loaded.error !== undefined) {
    return (
      <Alert
        type="error"
        title={loaded.error}
        action={
          <Button size="small" onClick={loaded.retry}>
            {fieldText('retry')}
          </Button>
        }
      />
    );
  }
  if (loaded.data === undefined) return <Skeleton active title={false} paragraph={{ rows: 8 }} />;
  const found = searchPages(loaded.data, keyword.trim());
  return (
    <div id={id} tabIndex={-1} className="anlan-matrix" aria-describedby={describedBy}>
      <div className="anlan-matrix-head">
        <Input
          prefix={<SearchOutlined aria-hidden />}
          allowClear
          value={keyword}
          placeholder={fieldText('matrix.search')}
          aria-label={fieldText('matrix.search')}
          onChange={(event) => setKeyword(event.target.value)}
        />
        <span className="anlan-count">{fieldText('matrix.summary', { count: rows.length })}</span>
      </div>
      <Table<Row>
        key={keyword}
        aria-label={field.title}
        size="small"
        pagination={false}
        scroll={{ y: 500 }}
        dataSource={found.map(rowOf)}
        expandable={{ defaultExpandedRowKeys: keyword === '' ? found.map((page) => page.code) : containerCodes(found) }}
        columns={[
          { key: 'page', title: fieldText('matrix.page'), width: 260, render: (_, row) => row.page.title },
          {
            key: 'own',
            title: fieldText('matrix.own'),
            width: 120,
            render: (_, { page }) =>
              page.actions.length === 0 ? null : (
                <Switch
                  size="small"
                  disabled={disabled}
                  checked={grantedActions(rows, page.code) !== undefined}
                  aria-label={`${page.title}${fieldText('matrix.own')}`}
                  onChange={(own) => report(withActions(rows, page, own ? shippedActions(page, role) : undefined))}
                />
              ),
          },
          {
            key: 'actions',
            title: fieldText('matrix.actions'),
            render: (_, { page }) => (
              <PageActions page={page} rows={rows} role={role} disabled={disabled} onChange={report} />
            ),
          },
        ]}
      />
    </div>
  );
}

function PageActions({
  page,
  rows,
  role,
  disabled,
  onChange,
}: {
  page: GrantablePage;
  rows: readonly PermissionRow[];
  role: unknown;
  disabled: boolean;
  onChange: (rows: readonly PermissionRow[]) => void;
}) {
  const granted = grantedActions(rows, page.code);
  if (page.actions.length === 0) return null;
  if (granted === undefined) {
    const shipped = shippedActions(page, role);
    const titles = page.actions.filter(({ key }) => shipped.includes(key)).map(({ title }) => title);
    return (
      <span className="anlan-empty">
        {fieldText('matrix.shipped', { actions: titles.join(say('、')) || fieldText('matrix.none') })}
      </span>
    );
  }
  const all = page.actions.every((action) => granted.includes(action.key));
  const some = page.actions.some((action) => granted.includes(action.key));
  const withheld = withheldActions(page, role, granted).map(({ title }) => title);
  return (
    <span className="anlan-matrix-actions">
      <Checkbox
        disabled={disabled}
        checked={all}
        indeterminate={some && !all}
        onChange={(event) =>
          onChange(withActions(rows, page, event.target.checked ? page.actions.map((action) => action.key) : []))
        }
      >
        {fieldText('matrix.all')}
      </Checkbox>
      <Checkbox.Group
        disabled={disabled}
        value={[...granted]}
        options={page.actions.map((action) => ({ value: action.key, label: action.title }))}
        onChange={(keys) => onChange(withActions(rows, page, keys.map(String)))}
      />
      {withheld.length > 0 && (
        <span className="anlan-empty">{fieldText('matrix.withheld', { actions: withheld.join(say('、')) })}</span>
      )}
    </span>
  );
}
