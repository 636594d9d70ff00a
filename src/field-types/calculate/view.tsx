import { toMinutes } from '../../ui/to-minutes.ts';
import { ChoiceFilter, ChoiceText } from '../choice-view.tsx';
import { DateRangeFilter } from '../date-range.tsx';
import type { EditProps, FieldView, FilterProps, ReadProps } from '../field-view.ts';
import { view as number } from '../number/view.tsx';
import { NoValue, TextCell, TextRead } from '../text-field.tsx';
import { TextFilter } from '../text-filter.tsx';
import { definition } from './definition.ts';

function hasChoices(props: { field: EditProps['field'] }): boolean {
  return props.field.choices !== undefined;
}

/** Never typed into: it shows what the inputs give, and says so to a screen reader when it changes. */
function Edit({ id, value, field, describedBy }: EditProps) {
  // As it will be read: with all decimals of its scale, and its unit.
  const text = definition.format(value, field);
  return (
    <output id={id} className="anlan-output" aria-live="polite" aria-describedby={describedBy}>
      {hasChoices({ field }) && text !== '' ? (
        <ChoiceText value={value} field={field} text={text} />
      ) : text === '' ? (
        <NoValue />
      ) : (
        text
      )}
    </output>
  );
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

export const view: FieldView = { Edit, Read, Cell, Filter };
