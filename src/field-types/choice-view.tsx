import { Select } from 'antd';
import type { Choice } from '../core/field-type.ts';
import { isPictogram } from '../core/pictograms/pictograms.ts';
import { listed } from '../core/text/punctuate.ts';
import { offeredChoices } from '../core/validation/parent-choices.ts';
import { LongText } from '../ui/LongText.tsx';
import { Pictogram } from '../ui/pictograms/Pictogram.tsx';
import { StatusTag } from '../ui/StatusTag.tsx';
import type { FilterProps, ReadProps, ViewField } from './field-view.ts';
import { fieldText } from './text.ts';
import { keysOf, NoValue } from './text-field.tsx';

/** Options of an antd control: sealed choices can be read but no longer be chosen. */
function choiceOptions(field: ViewField): { value: string; label: string; disabled: boolean }[] {
  return offeredChoices(field.property, field.choices ?? [], field.values?.()).map((choice) => ({
    value: choice.key,
    label: choice.title,
    disabled: choice.sealed === true,
  }));
}

/** Options among which nobody chooses a sealed one, except that the value still shows. */
export function selectableOptions(
  field: ViewField,
  value: unknown,
): { value: string; label: string; disabled: boolean }[] {
  const chosen = keysOf(value);
  const options = choiceOptions(field).filter((option) => !option.disabled || chosen.includes(option.value));
  // A key that the dictionary has lost is shown as it is rather than silently dropped.
  for (const key of chosen) {
    if (options.some((option) => option.value === key)) continue;
    const label = field.choices?.find((choice) => choice.key === key)?.title ?? key;
    options.push({ value: key, label, disabled: true });
  }
  return options;
}

function chosenChoices(field: ViewField, value: unknown): Choice[] {
  return keysOf(value).map((key) => field.choices?.find((choice) => choice.key === key) ?? { key, title: key });
}

/** Chosen values in a row or a detail: tags where the choices bear colours or icons, drawings where they bear these, plain text else. */
export function ChoiceText({ value, field, text }: ReadProps) {
  const chosen = chosenChoices(field, value);
  if (chosen.length === 0) return <NoValue />;
  if (!chosen.some(({ color, icon }) => color !== undefined || icon !== undefined)) {
    const line = text || listed(chosen.map((choice) => choice.title));
    return <LongText text={line} />;
  }
  return (
    <>
      {chosen.map(({ key, title, color, icon }) =>
        isPictogram(icon) ? (
          <Pictogram key={key} name={icon} text={title} />
        ) : (
          <StatusTag key={key} text={title} color={color} icon={icon} />
        ),
      )}
    </>
  );
}

/** Filter by choices: several at once. */
export function ChoiceFilter({ id, value, onChange, field }: FilterProps) {
  return (
    <Select
      id={id}
      mode="multiple"
      allowClear
      showSearch={{ optionFilterProp: 'label' }}
      maxTagCount="responsive"
      placeholder={fieldText('choose')}
      value={keysOf(value) as string[]}
      options={choiceOptions(field).map(({ value: key, label }) => ({ value: key, label }))}
      onChange={(keys: string[]) => onChange(keys.length === 0 ? undefined : keys)}
    />
  );
}
