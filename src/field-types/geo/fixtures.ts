import type { FieldTypeFixtures } from '../fixtures.ts';

export const fixtures: FieldTypeFixtures = {
  property: { title: '坐标', field: 'geo', type: 'object' },
  valid: [
    { value: { lng: 121.473701, lat: 31.230416 }, text: '121.473701, 31.230416' },
    { value: { lng: -180, lat: 90 }, text: '-180, 90' },
    { value: { lng: 0, lat: 0 }, text: '0, 0' },
  ],
  invalid: [
    { value: '121,31', message: '须为经度和纬度' },
    { value: [121, 31], message: '须为经度和纬度' },
    { value: { lng: 121, lat: 31, height: 3 }, message: '须为经度和纬度' },
    { value: { lng: 121 }, message: '不能缺少纬度' },
    { value: { lng: '121', lat: 31 }, message: '不能缺少经度' },
    { value: { lng: 180.000001, lat: 31 }, message: '不能超出经度范围-180至180' },
    { value: { lng: 121, lat: -90.1 }, message: '不能超出纬度范围-90至90' },
    { value: { lng: 121.1234567, lat: 31 }, message: '最多6位小数' },
  ],
  parse: [
    { text: '121.47, 31.23', value: { lng: 121.47, lat: 31.23 } },
    { text: '', value: null },
    { text: '厂区东门', message: '须为“经度,纬度”，如 121.47,31.23' },
    { text: '31.23, 95', message: '不能超出纬度范围-90至90' },
  ],
};
