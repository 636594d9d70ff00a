import { afterEach, describe, expect, it } from 'vitest';
import { fieldTypes } from '../field-types/definitions.ts';
import { definition as number } from '../field-types/number/definition.ts';
import type { Property } from './dialect/entity.generated.ts';
import {
  dateOfSheet,
  numberFormat,
  printOf,
  sheetDate,
  sheetHeading,
  sheetOf,
  sheetTime,
  timeOfSheet,
  wholeValue,
} from './field-forms.ts';
import type { FieldContext } from './field-type.ts';
import { followLanguage } from './text/language.ts';

const field = (property: Partial<Property>, more: Partial<FieldContext> = {}): FieldContext => ({
  key: 'x',
  title: '甲',
  property: { title: '甲', field: 'input', type: 'string', ...property },
  ...more,
});

describe('dates as Excel counts them', () => {
  it('knows the numbers that Excel shows', () => {
    expect(sheetDate('1900-03-01')).toBe(61);
    expect(sheetDate('2026-05-01')).toBe(46143);
    expect(sheetDate('2026-05-01 06:00:00')).toBe(46143.25);
    expect(sheetDate('9999-12-31')).toBe(2958465);
    expect(sheetDate('1900-02-28')).toBe('1900-02-28');
    expect([dateOfSheet('1', false), dateOfSheet('59', false), dateOfSheet('61', false)]).toEqual([
      '1900-01-01',
      '1900-02-28',
      '1900-03-01',
    ]);
    expect([dateOfSheet('0', false), dateOfSheet('2958466', false), dateOfSheet('明天', false)]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('gives every day, second and minute back', () => {
    for (let day = Date.UTC(1900, 2, 1); day < Date.UTC(2100, 0, 1); day += 86_400_000 * 37 + 61_000) {
      const text = new Date(day).toISOString().slice(0, 19).replace('T', ' ');
      expect(dateOfSheet(String(sheetDate(text)), true)).toBe(text);
      expect(dateOfSheet(String(sheetDate(text.slice(0, 10))), false)).toBe(text.slice(0, 10));
    }
    for (let minute = 0; minute < 1440; minute += 1) {
      const text = `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
      expect(timeOfSheet(String(sheetTime(text)))).toBe(text);
    }
  });
});

describe('fields in a spreadsheet', () => {
  it('writes a range in two columns and reads an end that is missing', () => {
    const range = field({ field: 'dateDuration', format: 'date', end: 'y' });
    const sheet = sheetOf(fieldTypes.dateDuration, range);
    expect(sheet.columns.map((column) => sheetHeading('起止日期', column))).toEqual([
      '起止日期（开始）',
      '起止日期（结束）',
    ]);
    expect(sheet.columns.map((column) => column.cell(['2026-05-01', null], range))).toEqual([46143, null]);
    expect(sheet.read(['2026/05/01', ''], range)).toEqual({ value: ['2026-05-01', null] });
    expect(sheet.read(['', ''], range)).toEqual({ value: null });
    expect(sheet.read(['2026-05-01', '月底'], range)).toEqual({
      message: '（结束）不是有效的日期，格式YYYY-MM-DD',
    });
    expect(sheetOf(fieldTypes.dateDuration, field({ format: 'date', endOf: 'x' })).columns).toEqual([]);
    expect(wholeValue(range, { x: '2026-05-01' })).toEqual(['2026-05-01', null]);
    expect(wholeValue(range, {})).toBeNull();
    expect(printOf(fieldTypes.dateDuration, ['2026-05-01', null], range)).toEqual({
      kind: 'text',
      text: '2026-05-01 至 …',
    });
  });

  it('writes numbers with their decimals and unit, and reads plain decimals alone', () => {
    expect([numberFormat(0), numberFormat(2, '"万"元'), numberFormat(2, undefined, true)]).toEqual([
      '0',
      '0.00" 万元"',
      '#,##0.00',
    ]);
    const number = field({ field: 'number', type: 'number', scale: 8 });
    expect(sheetOf(fieldTypes.number, number).read(['0.00000015'], number)).toEqual({ value: 1.5e-7 });
    expect(sheetOf(fieldTypes.number, number).read(['1.5E-7'], number)).toEqual({ message: '须为数字' });
  });

  it('writes the key of a choice whose title is not its own', () => {
    const choices = [
      { key: '1', title: '同名' },
      { key: '2', title: '同名' },
      { key: '3', title: '甲、乙' },
      { key: '4', title: '旧', sealed: true },
    ];
    const single = field({ field: 'select', dict: 'x' }, { choices });
    const several = field({ field: 'select', type: 'array', dict: 'x' }, { choices });
    const [column] = sheetOf(fieldTypes.select, single).columns;
    expect(column?.choices).toEqual(['同名', '同名', '甲、乙']);
    expect([column?.cell('1', single), column?.cell('3', single)]).toEqual(['1', '甲、乙']);
    expect(sheetOf(fieldTypes.select, single).read(['同名'], single)).toEqual({
      message: '“同名”不止一个，请改填选项值',
    });
    const [list] = sheetOf(fieldTypes.select, several).columns;
    expect([list?.choices, list?.cell(['3', '2'], several)]).toEqual([undefined, '3、2']);
  });

  it('asks the server for records by name', () => {
    const people = field({ field: 'orgSelect', type: 'array', org: 'user' }, { labels: ['测甲', '测乙'] });
    const sheet = sheetOf(fieldTypes.orgSelect, people);
    expect(sheet.columns[0]?.cell(['1', '2'], people)).toBe('测甲、测乙');
    expect(sheet.read(['测甲，测乙；测甲'], people)).toEqual({
      lookups: ['测甲', '测乙', '测甲'],
      marks: ['，', '；'],
    });
    const site = field({ field: 'reference', ref: { entity: 'site' } });
    expect(sheetOf(fieldTypes.reference, site).read([' 罐区、北 '], site)).toEqual({ lookups: ['罐区、北'] });
  });
});

describe('fields in print', () => {
  it('prints moments to the minute, unless their field is read to the second', () => {
    const moment = field({ field: 'date', format: 'date-time' });
    const exact = field({ field: 'date', format: 'date-time', dateFormat: 'YYYY-MM-DD HH:mm:ss' });
    const range = field({ field: 'dateDuration', format: 'date-time', end: 'y' });
    const ends = ['2026-05-01 08:30:00', '2026-05-01 12:00:00'];
    expect([
      printOf(fieldTypes.date, ends[0], moment),
      printOf(fieldTypes.date, ends[0], exact),
      printOf(fieldTypes.dateDuration, ends, range),
    ]).toEqual([
      { kind: 'text', text: '2026-05-01 08:30' },
      { kind: 'text', text: '2026-05-01 08:30:00' },
      { kind: 'text', text: '2026-05-01 08:30 至 2026-05-01 12:00' },
    ]);
  });

  it('prints chosen options that are known by a drawing as drawings, and others beside them by their titles', () => {
    const choices = [
      { key: 'a', title: '火焰', icon: 'ghs-flame' },
      { key: 'b', title: '其他', icon: 'fire' },
    ];
    const signs = field({ field: 'checkbox', type: 'array' }, { choices });
    expect(printOf(fieldTypes.checkbox, ['a', 'b'], signs)).toEqual({
      kind: 'pictograms',
      signs: [{ title: '火焰', drawing: 'ghs-flame' }, { title: '其他' }],
    });
    expect(printOf(fieldTypes.checkbox, ['b'], signs)).toEqual({ kind: 'text', text: '其他' });
    expect(printOf(fieldTypes.checkbox, null, signs)).toEqual({ kind: 'text', text: '' });
    expect(printOf(fieldTypes.select, 'a', field({ field: 'select' }, { choices }))).toMatchObject({
      signs: [{ drawing: 'ghs-flame' }],
    });
  });

  it('prints files as pictures and names, signatures as drawings, rows as a table with totals', () => {
    const files = [
      { attachId: '1', originalName: '现场.JPG' },
      { attachId: '2', originalName: '方案.pdf' },
    ];
    expect(printOf(fieldTypes.upload, files, field({ field: 'upload', type: 'array' }))).toEqual({
      kind: 'images',
      images: [{ attachId: '1', name: '现场.JPG' }],
      names: ['方案.pdf'],
    });
    expect(printOf(fieldTypes.textarea, '一\n二', field({}))).toEqual({ kind: 'paragraphs', paragraphs: ['一', '二'] });
    const columns = [
      { field: { ...field({ title: '名称' }), key: 'name' }, type: fieldTypes.input },
      {
        field: { ...field({ title: '存量', type: 'number', scale: 2, total: 'sum' }), key: 'q' },
        type: fieldTypes.number,
      },
      { field: { ...field({ title: '负责人', org: 'user' }), key: 'who' }, type: fieldTypes.orgSelect },
    ];
    const rows = [
      { name: '苯', q: 0.1, who: '7', whoLabel: '测甲' },
      { name: '甲苯', q: 0.2, who: null },
    ];
    expect(printOf(fieldTypes.subTable, rows, field({ field: 'subTable', type: 'array' }, { columns }))).toEqual({
      kind: 'table',
      head: ['名称', '存量', '负责人'],
      rows: [
        ['苯', '0.1', '测甲'],
        ['甲苯', '0.2', ''],
      ],
      totals: ['', '0.3', ''],
    });
  });
});

describe('a text in a column of numbers', () => {
  const context = field({ field: 'number', type: 'number', scale: 3 });
  const sheet = sheetOf(number, context);
  const read = (text: string, typed: boolean) => sheet.read([text], context, typed);
  afterEach(() => followLanguage(() => 'zh-CN'));

  it('is read as the language writes numbers; what may mean two is refused with both', () => {
    expect(read('1,234', true)).toEqual({ value: 1234 });
    followLanguage(() => 'pt-BR');
    expect(read('1,5', true)).toEqual({ value: 1.5 });
    expect(read('1.234,5', true)).toEqual({ value: 1234.5 });
    expect(read('1.234', true)).toEqual({
      message: expect.stringMatching(/1\.234.*1,234.*1234/),
    });
    expect(read('1,234', true)).toHaveProperty('message');
  });

  it('is no text where the file holds a number', () => {
    followLanguage(() => 'pt-BR');
    expect(read('1.234', false)).toEqual({ value: 1.234 });
    expect(read('-0.5', false)).toEqual({ value: -0.5 });
  });
});
