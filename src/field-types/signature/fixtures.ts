import type { FieldTypeFixtures } from '../fixtures.ts';

/** A drawn wave, 48 by 24 dots. */
export const SAMPLE_SIGNATURE =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAADAAAAAYCAAAAACZliEAAAAAdklEQVR4nMXSOxaAIAxE0bf/TWtDjvlMMFRQCc4FTeA5HFwFQH3dA9aYAtCiA5YsogEuNgJh2ygkSJ8RZg2YnteseSF6o7q1A6q9TlA2VHm3SinbT6EZFCEIclt3l8tAf3GEwJ71Zc7i+5VBfqX8ZB+fhrI5BS+o6uw+wUDTWQAAAABJRU5ErkJggg==';

export const fixtures: FieldTypeFixtures = {
  property: { title: '验收人签名', field: 'signature', type: 'object' },
  valid: [
    {
      value: { image: SAMPLE_SIGNATURE, signer: '1', signerName: '测甲乙', time: '2026-11-20 08:00:00' },
      text: '测甲乙 2026-11-20 08:00:00',
    },
    { value: { image: SAMPLE_SIGNATURE }, text: '' },
  ],
  invalid: [
    { value: '测甲乙', message: '须为手写签名' },
    { value: { image: SAMPLE_SIGNATURE, note: '' }, message: '须为手写签名' },
    { value: { image: 'data:image/svg+xml;base64,PHN2Zz4=' }, message: '须为PNG格式的手写签名' },
    { value: { image: `${SAMPLE_SIGNATURE}"onload="` }, message: '须为PNG格式的手写签名' },
    { value: { image: `data:image/png;base64,iVBORw0KGgo${'A'.repeat(82_000)}` }, message: '不能超过60KB' },
    { value: { image: SAMPLE_SIGNATURE, signer: '../1' }, message: '须有签名人' },
    { value: { image: SAMPLE_SIGNATURE, time: '昨天' }, message: '须有签名时间' },
  ],
  parse: [
    { text: '', value: null },
    { text: '测甲乙', message: '签名不能从文本读取' },
  ],
};
