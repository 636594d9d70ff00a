import type { FieldView } from '../field-view.ts';
import { view as number } from '../number/view.tsx';
import { TextRead } from '../text-field.tsx';

export const view: FieldView = { Read: TextRead, Cell: number.Cell, Filter: number.Filter };
