import { readWorkbook } from '../../../../server/reports/spreadsheet/read-workbook.ts';
import { HOSTILE_SHEETS } from '../../../fixtures/hostile-sheets.ts';
import type { HostileKind } from '../hostile-kind.ts';

/** Spreadsheets of at most 50 KB that swell when they are read. */
export const sheets: readonly HostileKind[] = Object.entries(HOSTILE_SHEETS).map(([name, { unit, most, file }]) => ({
  name: `sheet-${name}`,
  unit,
  largest: most,
  test: 'tests/contract/hostile-files.test.ts',
  open: () => ({
    prepare(size) {
      const content = file(size);
      return () => readWorkbook({ content, name: 'a.xlsx' });
    },
  }),
}));
