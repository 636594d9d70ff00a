import { join } from 'node:path';
import { expect, it } from 'vitest';
import { checkClocks } from '../check-clocks.ts';
import { askedClocks, isClockFile } from './asked-clocks.ts';

const found = (text: string, path = 'src/runtime/a.tsx') =>
  askedClocks(path, text).map(({ line, what }) => `${line} ${what}`);

it('names each way to ask the clock of the browser, with its line', () => {
  expect(
    found('const a = new Date();\nconst b = Date.now() - 1;\nconst c = dayjs().hour();\n[1].map(Date.now);\nnew Date;'),
  ).toEqual(['1 new Date()', '2 Date.now', '3 dayjs()', '4 Date.now', '5 new Date']);
});

it('names what shows a moment in the zone of the browser', () => {
  expect(
    found('moment.toLocaleTimeString();\nmoment.getHours();\ndayjs(savedAt).format();\nnew Intl.DateTimeFormat(zone);'),
  ).toEqual(['1 toLocaleTimeString()', '2 getHours()', '3 dayjs()', '4 Intl.DateTimeFormat']);
});

it('names pickers whose now is that of the browser', () => {
  expect(found("import { App,\n  DatePicker } from 'antd';")).toEqual(["1 import … from 'antd'"]);
  expect(found("import { DatePicker } from '../pickers.ts';\nimport { App } from 'antd';")).toEqual([]);
});

it('takes given moments, comments and UTC for what they are', () => {
  expect(
    found('// new Date()\n/* Date.now() */ new Date(serverNow());\nnew Date(Date.UTC(2026, 1)).getUTCDate();'),
  ).toEqual([]);
  expect(found('new Intl.DateTimeFormat(zone); new Date()', 'src/core/a.ts')).toEqual(['1 new Date()']);
});

it('leaves the one module of the plant clock, tests and what is no code alone', () => {
  expect(['src/api/plant-clock.ts', 'src/a.test.tsx', 'src/a.generated.ts', 'src/a.css'].filter(isClockFile)).toEqual(
    [],
  );
  expect(isClockFile('src/api/session.ts')).toBe(true);
});

it('finds none in the client', () => {
  expect(checkClocks(join(import.meta.dirname, '../..'))).toEqual([]);
});
