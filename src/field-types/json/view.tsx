import { LongText } from '../../ui/LongText.tsx';
import type { EditProps, FieldView, ReadProps } from '../field-view.ts';
import { NoValue } from '../text-field.tsx';

function indented(value: unknown): string {
  return value === null || value === undefined ? '' : JSON.stringify(value, null, 2);
}

/** Long ones scroll, by keyboard too. */
function Block({ id, value, title }: { id?: string; value: unknown; title: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: whoever has no mouse scrolls it by keys.
    <section id={id} className="anlan-json" aria-label={title} tabIndex={0}>
      {indented(value)}
    </section>
  );
}

/** Only the platform writes it, so a form shows it as it is. */
function Edit({ id, value, field }: EditProps) {
  return <Block id={id} value={value} title={field.title} />;
}

function Read({ value, field }: ReadProps) {
  return value === null || value === undefined ? <NoValue /> : <Block value={value} title={field.title} />;
}

function Cell({ text }: ReadProps) {
  return text === '' ? <NoValue /> : <LongText text={text} />;
}

export const view: FieldView = { Edit, Read, Cell, Filter: undefined };
