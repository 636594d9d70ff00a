import { globSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mayLint } from '../../server/http/system/lint-calls.ts';
import type { Entity } from '../../src/core/dialect/entity.generated.ts';
import type { DraftAnswer } from '../../src/core/wire/page.ts';
import { type SignedIn, startTestServer, type TestServer } from '../fixtures/test-server.ts';

let server: TestServer;
let administrator: SignedIn;
let employee: SignedIn;

beforeAll(async () => {
  server = await startTestServer();
  administrator = await server.signIn('administrator');
  employee = await server.signIn('employee');
});
afterAll(() => server?.stop());

const example = readFileSync('schemas/examples/input.entity.json', 'utf8');

async function lint(text: string, person: SignedIn = administrator, type = 'text/plain') {
  const response = await server.main.inject({
    method: 'POST',
    url: '/api/anlan-system/metadata/lint',
    headers: { ...person.headers, 'content-type': type },
    payload: text,
  });
  return { status: response.statusCode, ...response.json<{ data: DraftAnswer; msg: string }>() };
}

const findings = async (text: string) => (await lint(text)).data.findings;

describe('who may lint', () => {
  it('is refused to people who design nothing', async () => {
    expect(await lint(example, employee)).toMatchObject({ status: 403, msg: '您没有“表单演练场”的权限' });
  });

  it('is open to designers and administrators, and to all where files are imported as they change', () => {
    const closed = { watchMetadata: false };
    expect(['designer', 'administrator', 'nobody', 'safetyOfficer'].map((role) => mayLint([role], closed))).toEqual([
      true,
      true,
      false,
      false,
    ]);
    expect(mayLint([], closed)).toBe(false);
    expect(mayLint(['nobody'], { watchMetadata: true })).toBe(true);
  });
});

describe('what it answers', () => {
  it('finds nothing wrong with a shipped example, and gives what its form needs', async () => {
    const { status, data } = await lint(example);
    expect(status).toBe(200);
    expect(data.findings).toEqual([]);
    expect(data.surroundings).toMatchObject({ area: 'examples', timeZone: 'Asia/Shanghai' });
  });

  it('gives the dictionaries and the entities that the text names', async () => {
    const text = (name: string) => readFileSync(`schemas/examples/${name}.entity.json`, 'utf8');
    expect((await lint(text('select'))).data.surroundings?.dictionaries.shift?.choices.length).toBeGreaterThan(0);
    expect((await lint(text('reference'))).data.surroundings?.targets.user).toMatchObject({ service: 'system' });
  });

  it('runs the examples of a text as the linter does, and says at each what does not come out so', async () => {
    const untrue: string[] = [];
    for (const file of globSync('schemas/examples/*.entity.json')) {
      const text = readFileSync(file, 'utf8');
      expect((await findings(text)).filter(({ message }) => message.includes('不成立'))).toEqual([]);
      const entity = JSON.parse(text) as Entity;
      const at = entity.examples?.findIndex(({ expect: wanted }) => Object.keys(wanted ?? {}).length > 0) ?? -1;
      const example = entity.examples?.[at];
      const [key] = Object.keys(example?.expect ?? {});
      if (example === undefined || key === undefined) continue;
      const examples = entity.examples?.with(at, { ...example, expect: { ...example.expect, [key]: '非' } });
      const told = (await findings(JSON.stringify({ ...entity, examples }))).map(({ pointer }) => pointer);
      if (!told.includes(`/examples/${at}/expect/${key}`)) untrue.push(`${file} ${key}`);
    }
    expect(untrue).toEqual([]);
  });

  it('says where JSON is broken', async () => {
    expect(await findings('{\n  "dialect": 1,\n}')).toEqual([
      expect.objectContaining({ severity: 'error', line: 3, column: 1, message: expect.stringContaining('JSON') }),
    ]);
    expect(await findings('')).toHaveLength(1);
    expect(await findings('[]')).toHaveLength(1);
  });

  it('says where a key stands twice', async () => {
    const twice = example.replace('"dialect": 1,', '"dialect": 1,\n  "dialect": 1,');
    expect(await findings(twice)).toEqual([expect.objectContaining({ pointer: '/dialect', line: 4, column: 3 })]);
  });

  it('says at its pointer what the meta-schema, the field type and the expressions refuse', async () => {
    expect(await findings(example.replace('"minLength": 2', '"minLength": -2'))).toEqual([
      expect.objectContaining({ pointer: '/record/properties/name/minLength', fix: expect.any(String) }),
    ]);
    expect(await findings(example.replace('"minLength": 2', '"scale": 2'))).toEqual([
      expect.objectContaining({ pointer: '/record/properties/name/scale', line: expect.any(Number) }),
    ]);
    expect(await findings(example.replace('"minLength": 2', '"visible": "nothing > 1"'))).toEqual([
      expect.objectContaining({ pointer: '/record/properties/name/visible' }),
    ]);
  });

  it('tells of a clash with an entity that serves, and takes an entity under its own key as its new version', async () => {
    const law = readFileSync('schemas/areas/base/lawRegulation.entity.json', 'utf8');
    expect((await findings(law)).filter(({ severity }) => severity === 'error')).toEqual([]);
    const clash = await findings(law.replace('"entity": "lawRegulation"', '"entity": "lawRegulationCopy"'));
    expect(clash.map(({ message }) => message).join()).toContain('已属于');
  });

  it('stores nothing', async () => {
    await lint(example);
    const snapshot = await server.main.inject({
      url: '/api/anlan-system/metadata/page',
      query: { code: 'inputExample' },
      headers: administrator.headers,
    });
    expect(snapshot.statusCode).toBe(404);
  });
});

describe('limits', () => {
  it('takes 200 kB and no byte more', async () => {
    const filled = (size: number) => example + ' '.repeat(size - Buffer.byteLength(example));
    expect((await lint(filled(200_000))).status).toBe(200);
    expect(await lint(filled(200_001))).toMatchObject({ status: 413, msg: '请求内容过大，最大200kB' });
  });

  it('wants the text, not a parsed body', async () => {
    expect((await lint(example, administrator, 'application/json')).status).toBe(415);
  });

  it('stands deep nesting and long expressions', async () => {
    expect(await findings('['.repeat(5000))).toHaveLength(1);
    const long = example.replace('"minLength": 2', `"visible": "${'('.repeat(3000)}"`);
    expect((await findings(long)).length).toBeGreaterThan(0);
  });
});
