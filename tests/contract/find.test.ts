import { pinyin } from 'pinyin-pro';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Envelope, WirePage, WireRecord } from '../../src/core/wire/contract.ts';
import { type FoundAnswer, type FoundPages, LONGEST_FIND } from '../../src/core/wire/find.ts';
import { patient } from '../fixtures/patience.ts';
import { createPlantDesk, type PlantDesk, TENANT } from '../fixtures/plant-desk.ts';
import { startTestServer, type TestServer } from '../fixtures/test-server.ts';

describe('the search over everything', () => {
  let server: TestServer;
  let desk: PlantDesk;
  beforeAll(async () => {
    server = await startTestServer();
    desk = createPlantDesk(server);
    for (const perilDesc of ['泵房南侧护栏松动', '泵房北侧护栏松动', '100%负荷时护栏_松动']) {
      await desk.call('safetyOfficer', 'POST', 'safety/peril/save', { perilDesc, perilName: perilDesc });
    }
  }, patient(120_000));
  afterAll(() => server?.stop());

  const ask = (who: string, keyword: string) =>
    desk.ask<FoundAnswer>(who, 'GET', `system/find?${new URLSearchParams({ keyword })}`);
  const linesOf = ({ data }: Envelope<FoundAnswer>, entity: string): readonly string[] =>
    data.groups.find((group) => group.entity === entity)?.records.map(({ line }) => line) ?? [];

  it('finds records by their name, with the page that shows them, for whoever sees them there', async () => {
    const answer = await ask('safetyOfficer', '护栏松动');
    expect(answer.data.partial).toBe(false);
    const lines = linesOf(answer, 'peril');
    expect(lines).toHaveLength(2);
    expect(lines.every((line) => line.includes('护栏松动'))).toBe(true);
    const [record] = answer.data.groups.find(({ entity }) => entity === 'peril')?.records ?? [];
    const detail = await desk.call<WireRecord>('safetyOfficer', 'GET', `safety/peril/detail?id=${record?.id}`);
    expect(detail.perilDesc).toContain('护栏松动');
  });

  it('finds a record by its number, and shows the number', async () => {
    const [record] = (await ask('safetyOfficer', '泵房南侧')).data.groups.flatMap(({ records }) => records);
    const { perilNo } = await desk.call<WireRecord>('safetyOfficer', 'GET', `safety/peril/detail?id=${record?.id}`);
    const answer = await ask('safetyOfficer', String(perilNo));
    expect(linesOf(answer, 'peril')[0]).toContain(String(perilNo));
  });

  it('takes wild cards as they are, and finds nothing of nothing', async () => {
    expect(linesOf(await ask('safetyOfficer', '0%负荷'), 'peril')).toHaveLength(1);
    expect(linesOf(await ask('safetyOfficer', '护栏_松'), 'peril')).toHaveLength(1);
    expect((await ask('safetyOfficer', '%%')).data.groups).toEqual([]);
    expect((await ask('safetyOfficer', '没有这样的东西')).data).toEqual({ groups: [], partial: false });
  });

  it('finds people by their name as it is spelled', async () => {
    const { data } = await desk.ask<{ realName: string }[]>('administrator', 'GET', 'system/users-list');
    const name = data.map(({ realName }) => realName).find((one) => /^[\u4e00-\u9fff]{3,}$/.test(one)) ?? '';
    const syllables = pinyin(name, { toneType: 'none', type: 'array' });
    for (const spelled of [
      syllables.join(''),
      syllables.map((one) => one[0]).join(''),
      syllables.join('').toUpperCase(),
    ]) {
      const lines = linesOf(await ask('administrator', spelled), 'user');
      expect([name, spelled, lines.some((line) => line.includes(name))]).toEqual([name, spelled, true]);
    }
  });

  it('refuses what is too short or too long in words that name it', async () => {
    expect(await ask('safetyOfficer', ' 护 ')).toMatchObject({ errors: [{ msg: '请至少输入2个字' }] });
    const long = await ask('safetyOfficer', '长'.repeat(LONGEST_FIND + 1));
    expect(long).toMatchObject({ status: 400, errors: [{ pointer: '/keyword', msg: '搜索内容最多100个字' }] });
    expect((await ask('safetyOfficer', 'x'.repeat(7_000))).status).toBe(400);
  });

  it('shows no more than the lists do: nothing of drafts of others, of pages not granted, of other companies', async () => {
    expect(linesOf(await ask('employee', '护栏松动'), 'peril')).toEqual([]);
    const snapshot = await server.metadata.snapshot(TENANT);
    let found = 0;
    for (const who of ['administrator', 'safetyOfficer', 'employee', 'teamLeader']) {
      for (const word of ['护栏', '安全', '2026', 'zz']) {
        const answer = await ask(who, word);
        for (const { entity, records } of answer.data.groups) {
          const model = snapshot.entities.get(entity);
          const page = model?.operations.find(({ kind }) => kind === 'page');
          const ids = records.map(({ id }) => id);
          const query = new URLSearchParams({ ids: ids.join(','), size: '20' });
          const listed = await desk.call<WirePage<WireRecord>>(
            who,
            page?.method === 'POST' ? 'POST' : 'GET',
            `${model?.service}/${model?.base}/${page?.path}?${query}`,
            page?.method === 'POST' ? {} : undefined,
          );
          expect([who, word, entity, listed.records.map(({ id }) => id).sort()]).toEqual([
            who,
            word,
            entity,
            ids.sort(),
          ]);
          found += ids.length;
        }
      }
    }
    expect(found).toBeGreaterThan(20);
  });

  it('spells the pages that a person may see', async () => {
    const pages = await desk.call<FoundPages>('employee', 'GET', 'system/find/pages');
    expect(Object.keys(pages)).not.toContain('user');
    const all = await desk.call<FoundPages>('administrator', 'GET', 'system/find/pages');
    expect(all.dangerList).toEqual(['yinhuantaizhang', 'yhtz']);
  });
});
