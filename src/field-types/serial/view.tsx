import type { FieldView } from '../field-view.ts';
import { TextCell, TextRead } from '../text-field.tsx';
import { TextFilter } from '../text-filter.tsx';

export const view: FieldView = { Read: TextRead, Cell: TextCell, Filter: TextFilter };
