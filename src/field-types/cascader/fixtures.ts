import type { FieldTypeFixtures } from '../fixtures.ts';

export const fixtures: FieldTypeFixtures = {
  property: { title: '隐患类型', field: 'cascader', type: 'string', dict: 'peril-type' },
  choices: [
    { key: '1', title: '现场管理' },
    { key: '11', title: '设备设施', parent: '1' },
    { key: '111', title: '压力容器', parent: '11' },
    { key: '2', title: '基础管理' },
  ],
  valid: [
    { value: '111', text: '现场管理 / 设备设施 / 压力容器' },
    { value: '11', text: '现场管理 / 设备设施' },
    { value: '2', text: '基础管理' },
  ],
  invalid: [
    { value: 1, message: '须为选项值' },
    { value: '3', message: '不是可选的值：3' },
  ],
  parse: [
    { text: '现场管理/设备设施', value: '11' },
    { text: '压力容器', value: '111' },
    { text: '', value: null },
    { text: '消防', message: '没有“消防”这个选项' },
  ],
};
