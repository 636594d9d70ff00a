import { workbookOf } from '../../fixtures/workbook.ts';

/** A sheet as a workshop keeps it: 30 columns, 24 rows, two of which somebody has filled in his own way. */
export function toolSheet(): Promise<Buffer> {
  const kinds = ['手动', '电动', '气动', '起重'];
  const head = [
    ...['工器具编号*', '工器具名称*', '类别', '规格型号', '数量', '检查日期*', '是否完好', '检查结果', '备注'],
    ...['出厂日期', '生产厂家', '额定负荷', '绝缘电阻', '防护罩', '接地', '开关', '电缆', '标识', '存放地点'],
    ...[
      '上次检验',
      '检验周期',
      '下次检验',
      '检验单位',
      '证书编号',
      '是否报废',
      '报废日期',
      '责任车间',
      '照片',
      '复核情况',
    ],
    '复核日期',
  ];
  const rows = Array.from({ length: 24 }, (_, row) => [
    `GQJ-${String(row + 1).padStart(3, '0')}`,
    `${['扳手', '葫芦', '千斤顶', '砂轮机'][row % 4]}${row + 1}`,
    kinds[row % 4] ?? '',
    `M${row + 10}型`,
    row === 7 ? '约5' : row + 1,
    `2026-0${(row % 9) + 1}-1${row % 9}`,
    row % 5 === 0 ? '否' : '是',
    row % 5 === 0 ? '不合格' : '合格',
    row % 3 === 0 ? `定期检查情况记录${'，表面无裂纹'.repeat(12)}` : '',
    `202${row % 5}-03-0${(row % 9) + 1}`,
    `示例工具厂${row}`,
    (row + 1) * 0.5,
    100 + row,
    ...Array.from({ length: 5 }, (__, at) => ((row + at) % 6 === 0 ? '异常' : '正常')),
    `${row + 1}号货架`,
    '2026-01-05',
    6,
    '2026-07-05',
    '示例检验所',
    `ZS${202600 + row}`,
    '否',
    '',
    '检修车间',
    '',
    '',
    '',
  ]);
  return workbookOf([head, ...rows]);
}
