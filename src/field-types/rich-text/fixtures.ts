import type { FieldTypeFixtures } from '../fixtures.ts';

export const fixtures: FieldTypeFixtures = {
  property: { title: '事故经过', field: 'richText', type: 'string', maxTextLength: 12, maxLength: 160 },
  valid: [
    { value: '<p>泄漏<strong>已处置</strong></p><ul><li><p>甲班</p></li></ul>', text: '泄漏已处置 甲班' },
    { value: '<p>见<a href="https://a.example/x">通报</a></p>', text: '见通报' },
    { value: '<table><tbody><tr><td><p>1</p></td><td><p>2</p></td></tr></tbody></table>', text: '1 2' },
    { value: '<p>1 &lt; 2</p>', text: '1 < 2' },
    { value: '<p onclick="x()">甲<script>alert(1)</script></p>', text: '甲' },
  ],
  invalid: [
    { value: 5, message: '须为文本' },
    { value: '<p>一二三四五六七八九十一二三</p>', message: '最多12个字，现有13个字' },
    { value: '<p>甲</p>'.repeat(22), message: '连同格式最多160个字符，现有176个' },
    { value: '<p></p>', message: '不能只有空白字符' },
    { value: '<p>\u200d\ufeff</p>', message: '不能只有空白字符' },
    { value: '<script>alert(1)</script>', message: '不能只有空白字符' },
    { value: '<p>一\u0000</p>', message: '含有无效字符' },
  ],
  parse: [
    { text: '一\n<b>', value: '<p>一</p><p>&lt;b&gt;</p>' },
    { text: ' ', value: null },
  ],
};
