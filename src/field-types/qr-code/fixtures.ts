import type { FieldTypeFixtures } from '../fixtures.ts';

export const fixtures: FieldTypeFixtures = {
  property: { title: '设备码', field: 'qrCode', type: 'string', compute: "concat('SB-', '001')" },
  valid: [
    { value: 'SB-001', text: 'SB-001' },
    { value: '储罐𠮷', text: '储罐𠮷' },
    { value: null, text: '' },
  ],
  invalid: [
    { value: 1, message: '由系统生成，不能填写' },
    { value: '罐'.repeat(334), message: '二维码的内容过长，最多1000字节' },
  ],
  parse: [{ text: 'SB-001', message: '由系统生成，不能填写' }],
};
