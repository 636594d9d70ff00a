import type { EditProps, FieldView } from '../field-view.ts';
import { fieldText } from '../text.ts';
import { inputText, TextCell, TextRead } from '../text-field.tsx';
import { TextFilter } from '../text-filter.tsx';

/** Never typed into: before the first save it says when the number comes. */
function Edit({ id, value, describedBy }: EditProps) {
  const text = inputText(value);
  return (
    <output
      id={id}
      className={text === '' ? 'anlan-output anlan-empty' : 'anlan-output'}
      aria-describedby={describedBy}
    >
      {text === '' ? fieldText('serial.waiting') : text}
    </output>
  );
}

export const view: FieldView = { Edit, Read: TextRead, Cell: TextCell, Filter: TextFilter };
