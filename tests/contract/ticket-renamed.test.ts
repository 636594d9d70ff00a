import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { IN_OUTLINE } from '../fixtures/on-site.ts';
import { patient } from '../fixtures/patience.ts';
import { renameArea } from '../fixtures/renamed-area.ts';
import { SIGN, startTicketPlant } from '../fixtures/ticket-story.ts';

const AREA = 'areas/ticket';
const TICKET = 'workticket/ticket';
const folders: string[] = [];
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))));

/** The shipped schemas with a copy of the ticket area beside it in which every key is random. */
async function withCopy() {
  const folder = await mkdtemp(path.join(tmpdir(), 'anlan-renamed-'));
  folders.push(folder);
  await cp('schemas', folder, { recursive: true });
  const names = await readdir(path.join('schemas', AREA));
  const renamed = await renameArea(names.map((name) => path.join('schemas', AREA, name)));
  for (const [name, entity] of renamed.files) {
    await writeFile(path.join(folder, AREA, name), JSON.stringify(entity, null, 2));
  }
  for (const name of await readdir('schemas/rows/ticket')) {
    const shipped = renamed.rows(JSON.parse(await readFile(path.join('schemas/rows/ticket', name), 'utf8')));
    await writeFile(path.join(folder, 'rows/ticket', `${String(shipped.entity)}.json`), JSON.stringify(shipped));
  }
  return { folder, renamed };
}

it(
  'a copy of the ticket area under random keys runs from application to acceptance',
  async () => {
    const { folder, renamed } = await withCopy();
    const plant = await startTicketPlant(renamed, { ANLAN_SCHEMAS: folder });
    try {
      const { ok, refused, whole, vote, draft, approved, gas, pass, id: idOf } = plant;
      expect(renamed.key('workTicket')).toMatch(/^x[0-9a-f]{10}$/);
      expect(plant.server.imported.problems.filter(({ severity }) => severity === 'error')).toEqual([]);
      const id = await draft('hot', { geo: IN_OUTLINE });
      const made = await whole(id);
      expect(made).toMatchObject({
        status: 'draft',
        ticketNo: expect.stringMatching(/^DH\d{11}$/),
        managedLevel: '1',
        chainLevel: 'hot1',
        validHours: 8,
        needGas: '1',
      });
      expect(made.children.ticketMeasure).toHaveLength(16);
      // On site, by the chain that the tenant's rows say.
      await approved(id, ['charger', 'boss', 'safetyOfficer'], [gas('combustible', 0.1)]);
      expect(await whole(id)).toMatchObject({ guardianIds: [idOf('guardian')], personIds: [idOf('worker')] });

      const start = { id, startSign: SIGN };
      await refused('charger', `${TICKET}/start`, start, 400, /未到计划作业时间/);
      pass(31);
      await refused('charger', `${TICKET}/start`, start, 400, /已超过30分钟，请重新分析/);
      await ok('analyst', 'POST', `${TICKET}/laboratory-analysis/save`, { ticketId: id, ...gas('combustible', 0.1) });
      await ok('charger', 'POST', `${TICKET}/start`, start);
      expect((await vote('shift', id)).status).toBe(200);
      expect((await vote('guardian', id)).status).toBe(200);
      expect(await whole(id)).toMatchObject({ status: 'working', actualStartTime: expect.any(String) });

      await ok('charger', 'POST', `${TICKET}/finish`, { id });
      const row = { acceptOpinion: '现场清理完毕', noFire: '1', acceptSign: SIGN };
      await refused('charger', `${TICKET}/accept`, { id, row: { ...row, noFire: '0' } }, 400, /残留火种/);
      await ok('charger', 'POST', `${TICKET}/accept`, { id, row });
      expect((await vote('boss', id)).status).toBe(200);
      expect(await whole(id)).toMatchObject({ status: 'closed', acceptResult: '1' });
    } finally {
      await plant.stop();
    }
  },
  patient(180_000),
);
