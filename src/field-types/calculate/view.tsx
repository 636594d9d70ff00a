import { toMinutes } from '../../ui/to-minutes.ts';
import { ChoiceFilter, ChoiceText } from '../choice-view.tsx';
import { DateRangeFilter } from '../date-range.tsx';
import type { FieldView, FilterProps, ReadProps, ViewField } from '../field-view.ts';
import { view as number } from '../number/view.tsx';
import { TextCell, TextRead } from '../text-field.tsx';
import { TextFilter } from '../text-filter.tsx';

function hasChoices(props: { field: ViewField }): boolean {
  return props.field.choices !== undefined;
}

function Read(props: ReadProps) {
  return hasChoices(props) ? <ChoiceText {...props} /> : <TextRead {...props} text={toMinutes(props.text)} />;
}

function Cell(props: ReadProps) {
  if (hasChoices(props)) return <ChoiceText {...props} />;
  return props.field.property.type === 'string' ? (
    <TextCell {...props} text={toMinutes(props.text)} />
  ) : (
    <number.Cell {...props} />
  );
}

function Filter(props: FilterProps) {
  if (hasChoices(props)) return <ChoiceFilter {...props} />;
  if (props.kind === 'range') {
    const NumberFilter = number.Filter;
    if (props.field.property.type !== 'string' && NumberFilter) return <NumberFilter {...props} />;
    return <DateRangeFilter {...props} />;
  }
  return <TextFilter {...props} />;
}

export const view: FieldView = { Read, Cell, Filter };
