import { Select } from 'antd';
import { useState } from 'react';
import { clauses, withAside } from '../../core/text/punctuate.ts';
import { choicePlace } from '../choice-place.ts';
import { type RecordChoice, useFieldServices } from '../field-services.ts';
import type { ChosenLabel, EditProps, FieldView, FilterProps, ViewField } from '../field-view.ts';
import { rememberLabel } from '../known-labels.ts';
import { chosenRecords, ReferenceRead } from '../reference-value.tsx';
import { fieldText } from '../text.ts';
import { keysOf } from '../text-field.tsx';
import { useDebounced, useLoaded } from '../use-loaded.ts';

/** Milliseconds that a search rests before it is sent. */
const SEARCH_DEBOUNCE = 500;

interface BoxProps {
  readonly id: string;
  readonly field: ViewField;
  readonly value: unknown;
  readonly multiple: boolean;
  readonly disabled?: boolean;
  readonly invalid?: boolean;
  readonly describedBy?: string | undefined;
  readonly onBlur?: () => void;
  readonly onChosen: (ids: readonly string[], labels: readonly string[]) => void;
}

/** Least width of a list that says more than names, in pixels. */
const DETAIL_WIDTH = 360;

/** A record of the list, with what tells it apart, and why it cannot be chosen, in lines of their own. */
function Choice({ label, detail, misfit }: RecordChoice) {
  if (!detail && !misfit) return label;
  return (
    <>
      <span>{label}</span>
      {detail && <span className="anlan-choice-detail">{detail}</span>}
      {misfit && (
        <span className="anlan-choice-detail">
          <span className="anlan-file-error">{misfit}</span>
        </span>
      )}
    </>
  );
}

/** What the choice says when it is pointed at: also what its lines have no room for. */
function titleOf({ label, detail, misfit }: RecordChoice): string {
  const more = clauses([detail ?? '', misfit ?? ''].filter((text) => text !== ''));
  return more === '' ? label : withAside(label, more);
}

interface Labelled {
  readonly value: string;
  readonly label: React.ReactNode;
}

function ReferenceBox({ id, field, value, multiple, disabled, invalid, describedBy, onBlur, onChosen }: BoxProps) {
  const services = useFieldServices();
  const target = field.target ?? '';
  const [open, setOpen] = useState(false);
  const [search, setSearch] = useState('');
  const keyword = useDebounced(search.trim(), SEARCH_DEBOUNCE);
  const place = open ? choicePlace(field) : undefined;
  const loaded = useLoaded(open ? `${target}/${keyword}/${JSON.stringify(place)}` : undefined, (signal) =>
    services.searchRecords(target, keyword, signal, place),
  );
  // Until the answer is there, Enter must not take what the earlier words had found.
  const typed = search.trim();
  const settled = typed === keyword && !loaded.loading;
  const offered = (loaded.data ?? []).filter(({ label }) => settled || label.includes(typed));
  const held = chosenRecords(field, value).map((record) => ({ value: record.id, label: record.label }));
  const names = new Map((loaded.data ?? []).map((record) => [record.id, record.label]));
  for (const record of held) names.set(record.value, record.label);
  const pick = (picked: Labelled | Labelled[] | null | undefined) => {
    const list = Array.isArray(picked) ? picked : picked ? [picked] : [];
    const labels = list.map((one) => names.get(one.value) ?? one.value);
    list.forEach((one, index) => {
      rememberLabel(target, one.value, labels[index] ?? one.value);
    });
    onChosen(
      list.map((one) => one.value),
      labels,
    );
  };
  const shared = {
    id,
    className: 'anlan-wide',
    labelInValue: true as const,
    allowClear: true,
    showSearch: { filterOption: false as const, onSearch: setSearch },
    loading: loaded.loading,
    notFoundContent: loaded.error ?? (loaded.loading ? fieldText('loading') : fieldText('noMatch')),
    options: offered.map((record) => ({
      value: record.id,
      label: <Choice {...record} />,
      title: titleOf(record),
      disabled: record.misfit !== undefined,
    })),
    // In a cell of a table there is little room for what tells two records apart.
    popupMatchSelectWidth: offered.some(({ detail, misfit }) => detail ?? misfit) ? DETAIL_WIDTH : true,
    onOpenChange: setOpen,
    ...(onBlur ? { onBlur } : {}),
    disabled: disabled ?? false,
    placeholder: field.property.placeholder ?? (disabled ? '' : fieldText('searchName')),
    'aria-invalid': invalid,
    'aria-describedby': describedBy,
    ...(invalid ? { status: 'error' as const } : {}),
  };
  return multiple ? (
    <Select<Labelled[]> {...shared} mode="multiple" maxTagCount="responsive" value={held} onChange={pick} />
  ) : (
    <Select<Labelled> {...shared} value={held[0] ?? null} onChange={pick} />
  );
}

function Edit({ onChange, field, ...props }: EditProps) {
  return (
    <ReferenceBox
      {...props}
      field={field}
      multiple={field.multiple}
      onChosen={(ids, labels) => {
        const label: ChosenLabel = field.multiple ? labels : (labels[0] ?? null);
        const value = field.multiple ? (ids.length === 0 ? null : ids) : (ids[0] ?? null);
        onChange(value, value === null ? null : label);
      }}
    />
  );
}

function Filter({ id, field, value, onChange }: FilterProps) {
  return (
    <ReferenceBox
      id={id}
      field={field}
      value={keysOf(value)}
      multiple
      onChosen={(ids, labels) => onChange(ids.length === 0 ? undefined : ids, ids.length === 0 ? null : labels)}
    />
  );
}

export const view: FieldView = { Edit, Read: ReferenceRead, Cell: ReferenceRead, Filter };
