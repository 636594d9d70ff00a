// `node tests/bench/export-rows.ts <rows>`: writes a sheet of so many rows as an export does, 500 at a time, in a process
// of its own, and prints what it took: the peak of memory beyond what the process held before, and of the bytes that
// waited to be packed.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { addRow, addSheet, openWorkbook, packed } from '../../server/spreadsheet/workbook.ts';

const COLUMNS = 12;
const BATCH = 500;

const rows = Number(process.argv[2] ?? 100_000);
const folder = await mkdtemp(join(tmpdir(), 'anlan-export-'));
const workbook = openWorkbook(join(folder, 'a.xlsx'), false);
const layout = Array.from({ length: COLUMNS }, (_, index) => ({
  heading: `列${index}`,
  width: 18,
  format: index % 3 === 0 ? undefined : '@',
}));
const sheet = addSheet(workbook, '记录', layout);
const before = process.resourceUsage().maxRSS;
const started = performance.now();
let waiting = 0;

const piped = sheet as unknown as { stream?: { pipes: readonly { _writableState?: { length: number } }[] } };
for (let row = 0; row < rows; row += 1) {
  const cells = layout.map((_, column) =>
    column % 3 === 0 ? row * column : `第${row}行的文字${(row * 31 + column) % 9973}`,
  );
  addRow(sheet, cells);
  if (row % BATCH !== BATCH - 1) continue;
  for (const { _writableState: state } of piped.stream?.pipes ?? []) waiting = Math.max(waiting, state?.length ?? 0);
  await packed(workbook, sheet);
  // As the next rows come from the database.
  await setImmediate();
}
sheet.commit();
await workbook.commit();
await rm(folder, { recursive: true, force: true });
const mb = (bytes: number) => Math.round(bytes / 1e5) / 10;
process.stdout.write(
  `${JSON.stringify({
    bench: 'export-rows',
    rows,
    ms: Math.round(performance.now() - started),
    mb: mb((process.resourceUsage().maxRSS - before) * 1024),
    waitingMb: mb(waiting),
  })}\n`,
);
