import { FunctionOutlined } from '@ant-design/icons';
import { Input, InputNumber, Select } from 'antd';
import { useEffect, useId, useState } from 'react';
import {
  type ExpressionNode,
  type MemberNode,
  type NameNode,
  parseExpression,
  printExpression,
  type ScopeEntry,
} from '../../src/core/expression/index.ts';
import type { FieldModel } from '../../src/core/model/entity-model.ts';
import { FieldServicesProvider } from '../../src/field-types/field-services.ts';
import { fieldViewOf } from '../../src/field-types/views.ts';
import { EntityContextProvider } from '../../src/runtime/EntityContext.ts';
import { viewField } from '../../src/runtime/model/record-view.ts';
import { useDraftServices } from '../../src/runtime/preview/useDraftServices.ts';
import type { PreviewForm } from '../../src/runtime/preview/usePreviewEngine.ts';
import { ToolButton } from '../../src/ui/ToolButton.tsx';
import { usePreviewed } from '../expression/previewed.ts';
import { useExpressionText } from '../expression/texts.ts';

type Literal = string | number | boolean | null;

interface ValueEditorProps {
  readonly field: NameNode | MemberNode;
  readonly entry: ScopeEntry | undefined;
  /** Whether several values stand there. */
  readonly isList: boolean;
  readonly value: ExpressionNode;
  readonly onChange: (value: ExpressionNode) => void;
}

const literalNode = (value: Literal): ExpressionNode => ({ kind: 'literal', value });

/** The literals of a value: one, or those of a list; undefined where it is made of anything else. */
function literalsOf(node: ExpressionNode): readonly Literal[] | undefined {
  if (node.kind === 'literal') return [node.value];
  if (node.kind !== 'list') return undefined;
  const values = node.items.map((item) => (item.kind === 'literal' ? item.value : undefined));
  return values.includes(undefined) ? undefined : (values as readonly Literal[]);
}

/** What a field is held against: chosen as in its form, or written as an expression. */
export function ValueEditor(props: ValueEditorProps) {
  const text = useExpressionText();
  const { value, onChange } = props;
  const literals = literalsOf(value);
  const [writes, setWrites] = useState(false);
  const isWritten = writes || literals === undefined;
  return (
    <span className="anlan-dc-value">
      {isWritten ? (
        <TextValue label={text('rows.value')} source={printExpression(value)} onChange={onChange} />
      ) : (
        <ChosenValue {...props} literals={literals} />
      )}
      {literals === undefined ? null : (
        <ToolButton
          size="small"
          type={writes ? 'default' : 'text'}
          label={text('mode.text')}
          icon={<FunctionOutlined />}
          onClick={() => setWrites(!writes)}
        />
      )}
    </span>
  );
}

function ChosenValue({
  field,
  entry,
  isList,
  literals,
  onChange,
}: ValueEditorProps & { readonly literals: readonly Literal[] }) {
  const text = useExpressionText();
  const form = usePreviewed((state) => state.form);
  const label = text('rows.value');
  const [first = null] = literals;
  if (entry?.choices !== undefined) {
    const options = entry.choices.map((choice) => ({ value: choice, label: entry.choiceTitle?.(choice) ?? choice }));
    const search = { optionFilterProp: 'label' } as const;
    return isList ? (
      <Select<string[]>
        size="small"
        mode="multiple"
        aria-label={label}
        value={literals.map(String)}
        options={options}
        showSearch={search}
        onChange={(next) => next.length > 0 && onChange({ kind: 'list', items: next.map(literalNode) })}
      />
    ) : (
      <Select<string>
        size="small"
        aria-label={label}
        value={String(first ?? '')}
        options={options}
        showSearch={search}
        onChange={(next) => onChange(literalNode(next))}
      />
    );
  }
  if (isList) {
    return (
      <Select<string[]>
        size="small"
        mode="tags"
        aria-label={label}
        value={literals.map(String)}
        onChange={(next) =>
          next.length > 0 &&
          onChange({
            kind: 'list',
            items: next.map((each) => literalNode(entry?.type === 'number' ? Number(each) : each)),
          })
        }
      />
    );
  }
  const model = field.kind === 'name' ? form?.engine.page.model.field.get(field.name) : undefined;
  if (form !== undefined && model !== undefined && !isSeveral(model)) {
    return <FormValue form={form} model={model} value={first} onChange={(next) => onChange(literalNode(next))} />;
  }
  if (entry?.type === 'number') {
    return (
      <InputNumber
        size="small"
        aria-label={label}
        value={typeof first === 'number' ? first : null}
        changeOnBlur
        onChange={(next) => next !== null && onChange(literalNode(next))}
      />
    );
  }
  return <PlainText label={label} value={String(first ?? '')} onChange={(next) => onChange(literalNode(next))} />;
}

const isSeveral = ({ property }: FieldModel): boolean => property.type === 'array' || property.type === 'object';

/** The value as it is entered in the form. */
function FormValue({
  form,
  model,
  value,
  onChange,
}: {
  form: PreviewForm;
  model: FieldModel;
  value: Literal;
  onChange: (value: Literal) => void;
}) {
  const id = useId();
  const { page } = form.context;
  const services = useDraftServices(page.metadata);
  const { Edit, Compact = Edit } = fieldViewOf(model.property.field);
  return (
    <EntityContextProvider value={form.context}>
      <FieldServicesProvider value={services}>
        <Compact
          id={id}
          value={value}
          onChange={(next) => {
            if (typeof next === 'string' || typeof next === 'number' || typeof next === 'boolean') onChange(next);
          }}
          onBlur={() => undefined}
          field={viewField(page, model)}
          disabled={false}
          invalid={false}
          describedBy={undefined}
        />
      </FieldServicesProvider>
    </EntityContextProvider>
  );
}

function PlainText({ label, value, onChange }: { label: string; value: string; onChange: (value: string) => void }) {
  const [typed, setTyped] = useState(value);
  useEffect(() => setTyped(value), [value]);
  const settle = () => typed !== value && onChange(typed);
  return (
    <Input
      size="small"
      aria-label={label}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={settle}
      onPressEnter={settle}
    />
  );
}

/** A part that is written; it is taken when it can be read. */
export function TextValue({
  label,
  source,
  onChange,
}: {
  label: string;
  source: string;
  onChange: (node: ExpressionNode) => void;
}) {
  const [typed, setTyped] = useState(source);
  useEffect(() => setTyped(source), [source]);
  const parsed = parseExpression(typed);
  const settle = () => {
    if (typed !== source && 'node' in parsed) onChange(parsed.node);
  };
  return (
    <span className="anlan-dc-text">
      <Input
        size="small"
        aria-label={label}
        className="anlan-dc-code"
        value={typed}
        status={'problems' in parsed ? 'error' : ''}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={settle}
        onPressEnter={settle}
      />
      {'problems' in parsed ? (
        <span role="alert" className="anlan-ds-wrong">
          {parsed.problems.map(({ message }) => message).join('；')}
        </span>
      ) : null}
    </span>
  );
}
