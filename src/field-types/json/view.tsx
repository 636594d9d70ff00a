import { LongText } from '../../ui/LongText.tsx';
import type { EditProps, FieldView, ReadProps } from '../field-view.ts';
import { NoValue } from '../text-field.tsx';

function indented(value: unknown): string {
  return value === null || value === undefined ? '' : JSON.stringify(value, null, 2);
}

/** Only the platform writes it, so a form shows it as it is. */
function Edit({ id, value }: EditProps) {
  return (
    <pre id={id} className="anlan-json">
      {indented(value)}
    </pre>
  );
}

function Read({ value }: ReadProps) {
  return value === null || value === undefined ? <NoValue /> : <pre className="anlan-json">{indented(value)}</pre>;
}

function Cell({ text }: ReadProps) {
  return text === '' ? <NoValue /> : <LongText text={text} />;
}

export const view: FieldView = { Edit, Read, Cell, Filter: undefined };
