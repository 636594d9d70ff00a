import type { CheckboxGroupProps } from 'antd/es/checkbox';
import { createElement } from 'react';
import { isPictogram } from '../../core/pictograms/pictograms.ts';
import { PictogramDrawing } from '../../ui/pictograms/Pictogram.tsx';
import { selectableOptions } from '../choice-view.tsx';
import type { EditProps } from '../field-view.ts';
import { keysOf } from '../text-field.tsx';

const LEFT_TO_FRAME = { id: undefined, onBlur: undefined, 'aria-invalid': undefined };

/** What a group of checkboxes is given of its field. */
export function checkboxProps({ value, field, onChange }: EditProps): CheckboxGroupProps {
  return {
    ...LEFT_TO_FRAME,
    value: [...keysOf(value)],
    options: selectableOptions(field, value).map((option) => {
      const icon = field.choices?.find(({ key }) => key === option.value)?.icon;
      if (!isPictogram(icon)) return option;
      const drawn = createElement(PictogramDrawing, { key: 'drawing', name: icon });
      return { ...option, label: [drawn, ` ${option.label}`] };
    }),
    onChange: (keys) => onChange(keys.length === 0 ? null : keys.map(String)),
  };
}
