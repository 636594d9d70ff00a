import { execFile } from 'node:child_process';
import { existsSync, symlinkSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFileIntake, type FileIntake } from '../../server/files/file-intake.ts';
import { createFileStore, type FileStore } from '../../server/files/file-store.ts';
import { orStorageFull } from '../../server/ground/storage-full.ts';
import { madeFile } from '../../server/reports/spreadsheet/stream-answer.ts';
import { addRow, addSheet, checkWritten, openWorkbook } from '../../server/reports/spreadsheet/workbook.ts';
import type { Entity } from '../../src/core/dialect/entity.generated.ts';
import type { WireRecord } from '../../src/core/wire/contract.ts';
import { createEntityServer, type EntityServer, type TestPerson } from '../fixtures/entity-server.ts';
import { SITE_PHOTO } from '../fixtures/photo.ts';

const TOLD = '服务器存储空间不足，没有保存，请联系管理员清理后重试';
const officer: TestPerson = { userId: 'u1', roleCodes: ['safetyOfficer'] };
const uploader = { tenantId: '645967', userId: 'u1', deptId: '' };

const stone: Entity = {
  dialect: 1,
  entity: 'heavyStone',
  title: '石料',
  api: { service: 'safety', base: 'heavystone' },
  record: {
    type: 'object',
    properties: { name: { title: '名称', field: 'input', type: 'string', maxLength: 20 } },
  },
  pages: { heavyStone: { title: '石料', columns: ['name'], actions: ['add'], grants: { everyone: ['view', 'add'] } } },
  permissions: { scope: { everyone: 'tenant' } },
};

const noSpace = () => Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });

describe('a full disk', () => {
  let server: EntityServer;
  let folder: string;
  let drive: FileStore;

  beforeAll(async () => {
    server = await createEntityServer({ entities: { test: [stone] } });
    folder = await mkdtemp(join(tmpdir(), 'anlan-full-'));
    drive = createFileStore({ folder });
  });
  afterAll(async () => {
    await server.close();
    await rm(folder, { recursive: true, force: true });
  });

  const intakeOn = (store: FileStore): FileIntake =>
    createFileIntake({
      database: server.database,
      drive: store,
      clock: server.context().clock,
      servicePrefix: 'anlan',
      ids: server.services.ids,
    });

  /** Files below a folder, and the records of files. */
  async function left(below = folder): Promise<readonly [files: number, records: number]> {
    const entries = await readdir(below, { recursive: true, withFileTypes: true });
    const rows = await server.database.withTenant('645967', (connection) =>
      connection.query('select id from data.attach where "isDeleted" = 0'),
    );
    return [entries.filter((entry) => entry.isFile()).length, rows.length];
  }

  /** Has every insert into a table fail as it does where the database's disk is full. */
  async function fillDatabase(table: string): Promise<() => Promise<unknown>> {
    const run = (sql: string) => server.database.withOwner((owner) => owner.query(sql));
    await run(`create function pg_temp_full() returns trigger language plpgsql as $$
      begin raise exception using errcode = '53100', message = 'could not extend file: No space left on device'; end $$`);
    await run(`create trigger full_disk before insert on ${table} for each row execute function pg_temp_full()`);
    return () => run(`drop trigger full_disk on ${table}; drop function pg_temp_full()`);
  }

  it('is told in words by status 507, wherever it comes up', () => {
    const wrapped = new Error('upload failed', { cause: noSpace() });
    for (const error of [noSpace(), wrapped, Object.assign(new Error('quota'), { code: 'EDQUOT' })]) {
      expect(orStorageFull(error)).toMatchObject({ status: 507, message: TOLD });
    }
    const other = new Error('something else');
    expect(orStorageFull(other)).toBe(other);
  });

  it('leaves nothing of a file that could not be written, put in its place, or recorded', async () => {
    expect(await left()).toEqual([0, 0]);
    const broken = intakeOn(drive).receive(uploader, async (path) => {
      await writeFile(path, SITE_PHOTO.subarray(0, 50));
      throw noSpace();
    });
    await expect(broken).rejects.toThrow('ENOSPC');
    expect(await left()).toEqual([0, 0]);

    const halfKept: FileStore = {
      ...drive,
      async keep(_path, key) {
        const target = join(folder, 'kept', key);
        await mkdir(dirname(target), { recursive: true });
        await writeFile(target, 'half');
        throw noSpace();
      },
    };
    await expect(intakeOn(halfKept).store(uploader, '现场.png', SITE_PHOTO)).rejects.toThrow('ENOSPC');
    expect(await left()).toEqual([0, 0]);

    const empty = await fillDatabase('data.attach');
    await expect(
      intakeOn(drive)
        .store(uploader, '现场.png', SITE_PHOTO)
        .catch((error: unknown) => {
          throw orStorageFull(error);
        }),
    ).rejects.toMatchObject({ status: 507, message: TOLD });
    expect(await left()).toEqual([0, 0]);
    await empty();
    await intakeOn(drive).store(uploader, '现场.png', SITE_PHOTO);
    expect(await left()).toEqual([1, 1]);
  });

  it('leaves nothing of a record that the database has no room for', async () => {
    const P = 'POST /api/anlan-safety/heavystone/submit';
    const table = await server.database.withOwner(async (owner) => {
      const { rows } = await owner.query(`select c.oid::regclass::text as name from pg_class c
        join pg_namespace n on n.oid = c.relnamespace where n.nspname = 'data' and c.relname = 'heavyStone'`);
      return String(rows[0]?.name);
    });
    const empty = await fillDatabase(table);
    const full = await server.call<WireRecord>(officer, P, { name: '花岗岩' });
    expect([full.status, full.msg]).toEqual([507, TOLD]);
    await empty();
    const rows = await server.database.withTenant('645967', (connection) =>
      connection.query(`select id from ${table}`),
    );
    expect(rows).toEqual([]);
    expect((await server.call<WireRecord>(officer, P, { name: '花岗岩' })).status).toBe(200);
  });

  it('fails an export that is being written, early or late, without a trace and without ending the process', async () => {
    for (const rows of [3, 20_000]) {
      let folderOf = '';
      const made = madeFile(async (path) => {
        folderOf = dirname(path);
        symlinkSync('/dev/full', path);
        const workbook = openWorkbook(path, false);
        const sheet = addSheet(workbook, '石料', [{ heading: '名称', width: 10, format: undefined }]);
        for (let row = 0; row < rows; row += 1) {
          addRow(sheet, [`第${row}行${Math.random()}`]);
          // As rows come from a database: the disk has time to fail between them.
          if (row % 500 === 0) await setImmediate();
        }
        if (rows > 3) expect(() => checkWritten(workbook)).toThrow('ENOSPC');
        sheet.commit();
        await workbook.commit();
      });
      await expect(made).rejects.toThrow('ENOSPC');
      expect(existsSync(folderOf)).toBe(false);
    }
  });

  it('is told for a real one, of 128 KB', async (context) => {
    const disk = join(folder, 'disk');
    await mkdir(disk);
    const run = promisify(execFile);
    const mounted = await run('mount', ['-t', 'tmpfs', '-o', 'size=128k', 'tmpfs', disk]).then(
      () => true,
      () => false,
    );
    // Who may not mount one has the tests above.
    if (!mounted) return context.skip();
    try {
      const small = intakeOn(createFileStore({ folder: disk }));
      const before = await left(disk);
      const refused = small.store(uploader, '说明.txt', Buffer.alloc(400_000, 'a')).catch((error: unknown) => {
        throw orStorageFull(error);
      });
      await expect(refused).rejects.toMatchObject({ status: 507 });
      expect(await left(disk)).toEqual(before);
      await small.store(uploader, '说明.txt', Buffer.alloc(10_000, 'a'));
    } finally {
      await run('umount', [disk]);
    }
  });
});
