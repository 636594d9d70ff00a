import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { evidence } from '../../server/flow/evidence/evidence.ts';
import { parseEntity } from '../../src/core/dialect/parse-entity.ts';
import { guideBlocks } from '../fixtures/dialect-guide.ts';
import { createEntityServer, type EntityServer, type TestPerson } from '../fixtures/entity-server.ts';
import { insertPeople } from '../fixtures/flow-entities.ts';

const entities = guideBlocks('json entity').flatMap((text) => {
  const parsed = parseEntity(text, 'docs/dialect.md');
  return 'entity' in parsed ? [parsed.entity] : [];
});

const people: Readonly<Record<string, TestPerson>> = {
  张: { userId: 'u1', realName: '张三', roleCodes: ['safetyOfficer'] },
  李: { userId: 'u2', realName: '李四', roleCodes: ['safetyOfficer'] },
};

interface Step {
  readonly call: string;
  readonly expected: string;
}

/** A call and the answer below it. */
function stepsOf(text: string): Step[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('#'));
  return lines.flatMap((line, index) =>
    line.startsWith('=> ') ? [{ call: lines[index - 1] ?? '', expected: line.slice(3) }] : [],
  );
}

describe('the calls of the guide', () => {
  let server: EntityServer;
  const kept = new Map<string, unknown>();
  const read = (path: string): unknown =>
    path
      .split('.')
      .reduce<unknown>((value, key) => (value as Record<string, unknown>)?.[key], Object.fromEntries(kept));
  /** Puts what was kept into a text: whole JSON strings keep their type. */
  const filled = (text: string) =>
    text
      .replace(/"\$([\w.]+)"/g, (_, path: string) => JSON.stringify(read(path)))
      .replace(/\$([a-z][\w.]+)/g, (_, path: string) => String(read(path)));

  beforeAll(async () => {
    server = await createEntityServer({ parts: { evidence }, entities: { demo: entities } });
    await insertPeople(server);
    await server.database.transaction('645967', (connection) =>
      connection.execute(
        `update data."user" set "realName" = case id when 'u1' then '张三' else '李四' end where id in ('u1', 'u2')`,
      ),
    );
  });

  afterAll(() => server.close());

  it.each(
    guideBlocks('calls')
      .flatMap(stepsOf)
      .map((step) => [step.call, step] as const),
  )('%s', async (_, step) => {
    const [, name = '', method = '', path = '', rest = ''] = /^(\S+) (GET|POST) (\S+)\s*(.*)$/.exec(step.call) ?? [];
    const [, json = '', as] = /^(.*?)(?:\s*as (\w+))?$/.exec(rest) ?? [];
    const body: unknown = json === '' ? undefined : JSON.parse(filled(json));
    const answer = await server.call(people[name] ?? {}, `${method} /api/anlan-safety/${filled(path)}`, body);
    if (as !== undefined) kept.set(as, answer.data);
    const [, status = '', expected = ''] = /^(\d+)\s*(.*)$/.exec(step.expected) ?? [];
    expect([answer.status, answer.status === Number(status) ? '' : answer.msg]).toEqual([Number(status), '']);
    if (expected.startsWith('{')) expect(answer.data).toMatchObject(JSON.parse(filled(expected)) as object);
    else if (expected !== '') expect(answer.msg).toBe(expected);
  });

  it('are all there', () => {
    expect(guideBlocks('calls').flatMap(stepsOf).length).toBeGreaterThan(15);
  });
});
