import type { ViewField } from '../../field-types/field-view.ts';
import { fieldViewOf } from '../../field-types/views.ts';
import { flowText } from './text.ts';
import type { CopyReceiver } from './transition-draft.ts';

/** Most people who get a copy of one request. */
const MOST = 100;

interface PeopleFieldProps {
  readonly id: string;
  readonly title: string;
  readonly chosen: readonly CopyReceiver[];
  readonly onChange: (people: readonly CopyReceiver[]) => void;
  /** Most people. */
  readonly limit: number;
  readonly invalid?: boolean;
  readonly disabled?: boolean;
  readonly describedBy?: string | undefined;
  /** Why a person may not be chosen, by his id. Default all may. */
  readonly misfit?: ((id: string) => string | undefined) | undefined;
}

/** Chooses people, in the dialog that fields of people have. */
export function PeopleField({
  id,
  title,
  chosen,
  onChange,
  limit,
  invalid = false,
  disabled = false,
  describedBy,
  misfit,
}: PeopleFieldProps) {
  const { Edit } = fieldViewOf('orgSelect');
  const multiple = limit > 1;
  const field: ViewField = {
    key: id,
    title,
    property: {
      title,
      field: 'orgSelect',
      type: multiple ? 'array' : 'string',
      org: 'user',
      ...(multiple ? { multiple: true, maxItems: limit } : {}),
    },
    labels: multiple ? chosen.map(({ name }) => name) : chosen[0]?.name,
    target: 'user',
    multiple,
    misfit,
  };
  return (
    <Edit
      id={id}
      value={multiple ? chosen.map((person) => person.id) : (chosen[0]?.id ?? null)}
      field={field}
      disabled={disabled}
      invalid={invalid}
      describedBy={describedBy}
      onBlur={() => undefined}
      onChange={(value, label) => {
        const ids = Array.isArray(value) ? value.map(String) : typeof value === 'string' ? [value] : [];
        const names = Array.isArray(label) ? label : typeof label === 'string' ? [label] : [];
        const known = new Map(chosen.map((person) => [person.id, person.name]));
        onChange(ids.map((one, index) => ({ id: one, name: names[index] ?? known.get(one) ?? '' })));
      }}
    />
  );
}

interface CopyFieldProps {
  readonly id: string;
  readonly chosen: readonly CopyReceiver[];
  readonly onChange: (people: readonly CopyReceiver[]) => void;
  readonly disabled?: boolean;
}

/** Who gets a copy of a request, with its label. */
export function CopyField({ id, chosen, onChange, disabled = false }: CopyFieldProps) {
  return (
    <div className="anlan-item anlan-item-full">
      <label className="anlan-label" htmlFor={id}>
        {flowText('ask.copies')}
      </label>
      <div className="anlan-control">
        <PeopleField
          id={id}
          title={flowText('ask.copies')}
          chosen={chosen}
          onChange={onChange}
          limit={MOST}
          disabled={disabled}
          describedBy={`${id}-help`}
        />
        <div id={`${id}-help`} className="anlan-hint">
          {flowText('ask.copies.hint')}
        </div>
      </div>
    </div>
  );
}
