import type { FieldView } from '../field-view.ts';
import { TextCell, TextRead } from '../text-field.tsx';

export const view: FieldView = { Read: TextRead, Cell: TextCell, Filter: undefined };
