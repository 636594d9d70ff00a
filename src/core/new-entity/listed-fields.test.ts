import { describe, expect, it } from 'vitest';
import { listedFields } from './listed-fields.ts';

const kinds = (text: string) => listedFields(text).map(({ title, kind }) => `${title} ${kind}`);

describe('a list of titles', () => {
  it('makes fields of what the titles speak for', () => {
    expect(kinds('巡检日期\n发现时间\n介质温度\n是否停机\n现场照片\n巡检人\n所属车间\n备注\n位号')).toEqual([
      '巡检日期 date',
      '发现时间 dateTime',
      '介质温度 number',
      '是否停机 yesNo',
      '现场照片 upload',
      '巡检人 user',
      '所属车间 dept',
      '备注 textarea',
      '位号 input',
    ]);
  });

  it('takes named values for a choice, a star for what must be filled in, and leaves out numbers before titles', () => {
    expect(listedFields('1. *班次：早班、中班、夜班\n2、等级: 一, 二, 三, 四')).toEqual([
      {
        title: '班次',
        kind: 'radio',
        required: true,
        options: [
          { key: '1', title: '早班' },
          { key: '2', title: '中班' },
          { key: '3', title: '夜班' },
        ],
      },
      expect.objectContaining({ title: '等级', kind: 'select', required: false }),
    ]);
  });

  it('reads a copied row as well, once each, and makes nothing of nothing', () => {
    expect(kinds('位号\t名称\t位号\n\n  \n')).toEqual(['位号 input', '名称 input']);
    expect(listedFields(' \n：甲、乙')).toEqual([]);
  });
});
