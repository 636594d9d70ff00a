import { computedSheet } from '../../core/field-forms.ts';
import type { FieldContext } from '../../core/field-type.ts';
import { say } from '../../core/text/say.ts';
import { defineFieldType } from '../define.ts';

/** Bytes of UTF-8 that a code may hold, so that phones still read it from paper. */
const QR_BYTES = 1000;

const bytesOf = (text: string): number =>
  [...text].reduce((sum, character) => {
    const code = character.codePointAt(0) ?? 0;
    return sum + (code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4);
  }, 0);

/** What the code says: the computed text, or without `compute` the address of the record's own page. */
export function qrText(value: unknown, { property }: Pick<FieldContext, 'property'>, link?: string): string {
  if (property.compute !== undefined) return typeof value === 'string' && bytesOf(value) <= QR_BYTES ? value : '';
  return link ?? '';
}

/**
 * A QR code. It says what `compute` gives, by default the address of the record's own page; it is never stored and never
 * entered.
 */
export const definition = defineFieldType({
  type: 'qrCode',
  title: '二维码',
  group: 'computed',
  jsonTypes: ['string'],
  keywords: [],
  column: () => undefined,
  expressionType: () => 'text',
  filter: () => 'none',
  sortable: false,
  span: 'one',
  check(value, { property }) {
    if (property.compute === undefined || typeof value !== 'string') return say('由系统生成，不能填写');
    return bytesOf(value) > QR_BYTES ? say('二维码的内容过长，最多{most}字节', { most: QR_BYTES }) : undefined;
  },
  format: (value, field) => qrText(value, field, field.link),
  parse: () => ({ message: say('由系统生成，不能填写') }),
  sheet: () =>
    computedSheet(definition, {
      format: '@',
      width: 30,
      cell: (value, field) => qrText(value, field, field.link) || null,
    }),
  print(value, field) {
    const text = qrText(value, field, field.link);
    return text === '' ? undefined : { kind: 'qr', text };
  },
});
