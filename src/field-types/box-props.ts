import type { EditProps } from './field-view.ts';
import { fieldText } from './text.ts';

/** What every box of antd is given of its field: its width, what it asks for while it is empty, and whether it is wrong. */
export function boxProps({ field, disabled, invalid }: EditProps) {
  return {
    className: 'anlan-wide',
    placeholder: field.property.placeholder ?? (disabled ? '' : fieldText('choose')),
    status: invalid ? ('error' as const) : ('' as const),
  };
}
