import { CloseOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Checkbox, Segmented, Select } from 'antd';
import { type ExpressionScope, entryOf, parseExpression, printExpression } from '../../src/core/expression/index.ts';
import { ToolButton } from '../../src/ui/ToolButton.tsx';
import { useExpressionText } from '../expression/texts.ts';
import { isLike } from '../texts/like.ts';
import {
  type BuiltCondition,
  type ConditionGroup,
  type ConditionRow,
  groupOf,
  pathFrom,
  pathText,
  type RowOperator,
  textOfGroup,
} from './condition-tree.ts';
import { fieldOptions, firstValue, hasValue, operatorsOf } from './fields.ts';
import { TextValue, ValueEditor } from './ValueEditor.tsx';
import './conditions.css';

/** A condition as groups of rows: field, how it is held, and against what. Each change gives the whole text anew. */
export function ConditionBuilder({
  source,
  scope,
  onChange,
}: {
  source: string;
  scope: ExpressionScope;
  onChange: (source: string) => void;
}) {
  const text = useExpressionText();
  const parsed = source.trim() === '' ? undefined : parseExpression(source);
  if (parsed !== undefined && 'problems' in parsed) return <p className="anlan-ds-quiet">{text('rows.broken')}</p>;
  return <Group group={groupOf(parsed?.node)} scope={scope} onChange={(next) => onChange(textOfGroup(next))} />;
}

function Group({
  group,
  scope,
  onChange,
  onRemove,
}: {
  group: ConditionGroup;
  scope: ExpressionScope;
  onChange: (group: ConditionGroup) => void;
  onRemove?: () => void;
}) {
  const text = useExpressionText();
  const { items, join, isNegated } = group;
  const put = (index: number, item: BuiltCondition) =>
    onChange({ ...group, items: items.map((other, at) => (at === index ? item : other)) });
  const remove = (index: number) => onChange({ ...group, items: items.filter((_, at) => at !== index) });
  const add = (item: BuiltCondition) => onChange({ ...group, items: [...items, item] });
  const [first] = fieldOptions(scope);
  const fresh: ConditionRow = {
    kind: 'row',
    field: pathFrom(first?.value ?? 'id'),
    operator: 'filled',
    value: undefined,
  };
  return (
    <fieldset className="anlan-dc-group" aria-label={text('rows.join')}>
      <div className="anlan-dc-head">
        <Segmented
          size="small"
          aria-label={text('rows.join')}
          value={join}
          onChange={(next) => onChange({ ...group, join: next })}
          options={(['and', 'or'] as const).map((value) => ({ value, label: text(`rows.${value}`) }))}
        />
        <Checkbox checked={isNegated} onChange={(event) => onChange({ ...group, isNegated: event.target.checked })}>
          {text('rows.not')}
        </Checkbox>
        {onRemove === undefined ? null : (
          <ToolButton
            size="small"
            type="text"
            label={text('rows.remove')}
            icon={<CloseOutlined />}
            onClick={onRemove}
          />
        )}
      </div>
      {items.length === 0 ? <p className="anlan-ds-quiet">{text('rows.empty')}</p> : null}
      {items.map((item, index) => {
        const shared = { scope, onRemove: () => remove(index) };
        // Rows have nothing but their place to be told by; each change draws all of them anew.
        const key = `${index} ${item.kind}`;
        if (item.kind === 'group')
          return <Group key={key} {...shared} group={item} onChange={(next) => put(index, next)} />;
        if (item.kind === 'row') return <Row key={key} {...shared} row={item} onChange={(next) => put(index, next)} />;
        return (
          <div key={key} className="anlan-dc-row">
            <TextValue
              label={text('rows.text')}
              source={printExpression(item.node)}
              onChange={(node) => put(index, { kind: 'text', node })}
            />
            <ToolButton
              size="small"
              type="text"
              label={text('rows.remove')}
              icon={<CloseOutlined />}
              onClick={() => remove(index)}
            />
          </div>
        );
      })}
      <div className="anlan-dc-head">
        <Button size="small" icon={<PlusOutlined />} onClick={() => add(fresh)}>
          {text('rows.add')}
        </Button>
        <Button
          size="small"
          icon={<PlusOutlined />}
          onClick={() => add({ kind: 'group', join: join === 'and' ? 'or' : 'and', isNegated: false, items: [fresh] })}
        >
          {text('rows.group')}
        </Button>
      </div>
    </fieldset>
  );
}

function Row({
  row,
  scope,
  onChange,
  onRemove,
}: {
  row: ConditionRow;
  scope: ExpressionScope;
  onChange: (row: ConditionRow) => void;
  onRemove: () => void;
}) {
  const text = useExpressionText();
  const { field, operator, value } = row;
  const path = pathText(field);
  const entry = entryOf(field, scope);
  const options = fieldOptions(scope);
  const known = options.some((option) => option.value === path);
  const operators = operatorsOf(entry);
  const hold = (next: RowOperator, at = field) => {
    const of = entryOf(at, scope);
    const fits =
      hasValue(next) && hasValue(operator) && at === field && next.includes('in') === operator.includes('in');
    onChange({
      kind: 'row',
      field: at,
      operator: next,
      value: hasValue(next) ? (fits ? value : firstValue(next, of)) : undefined,
    });
  };
  return (
    <div className="anlan-dc-row">
      <Select
        size="small"
        className="anlan-dc-field"
        aria-label={text('rows.field')}
        value={path}
        showSearch={{
          filterOption: (words, option) =>
            isLike(String(option?.label ?? ''), words) || isLike(String(option?.value), words),
        }}
        options={known ? [...options] : [{ value: path, label: entry?.title ?? path }, ...options]}
        onChange={(next) => {
          const at = pathFrom(next);
          const allowed = operatorsOf(entryOf(at, scope));
          hold(allowed.includes(operator) && !hasValue(operator) ? operator : (allowed[0] ?? 'filled'), at);
        }}
      />
      <Select<RowOperator>
        size="small"
        className="anlan-dc-operator"
        aria-label={text('rows.operator')}
        value={operator}
        options={[...new Set([...operators, operator])].map((each) => ({
          value: each,
          label: text(`is.${each}` as Parameters<typeof text>[0]),
        }))}
        onChange={(next) => hold(next)}
      />
      {value === undefined ? null : (
        <ValueEditor
          key={`${path} ${operator}`}
          field={field}
          entry={entry}
          isList={operator === 'in' || operator === 'not in'}
          value={value}
          onChange={(next) => onChange({ ...row, value: next })}
        />
      )}
      <ToolButton size="small" type="text" label={text('rows.remove')} icon={<CloseOutlined />} onClick={onRemove} />
    </div>
  );
}
