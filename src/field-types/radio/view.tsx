import { ChoiceFilter, ChoiceText } from '../choice-view.tsx';
import type { FieldView } from '../field-view.ts';

export const view: FieldView = { Read: ChoiceText, Cell: ChoiceText, Filter: ChoiceFilter };
