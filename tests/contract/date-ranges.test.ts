import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Entity, Property } from '../../src/core/dialect/entity.generated.ts';
import { validateField, validateRecord } from '../../src/core/validation/validate-record.ts';
import type { WireRecord } from '../../src/core/wire/contract.ts';
import { createEntityServer, type EntityServer } from '../fixtures/entity-server.ts';
import { shippedModels } from '../fixtures/shipped-models.ts';

const P = '/api/anlan-safety';
const { models, environment } = await shippedModels();

/** Every range of two days or moments that is shipped. */
const RANGES = models.flatMap((model) =>
  model.fields.flatMap((end) => {
    const start = end.type.type === 'dateDuration' ? model.field.get(end.property.endOf ?? '') : undefined;
    return start === undefined ? [] : [{ name: `${model.key}.${end.key}`, model, start, end }];
  }),
);

describe('a range of days or moments', () => {
  it('is what many entities have', () => expect(RANGES.length).toBeGreaterThan(9));

  it('is named once where both ends bear its name', () => {
    const named = RANGES.filter(({ start, end }) => end.title.includes(start.title));
    expect(named.map(({ name }) => name).sort()).toEqual([
      'contractorEvaluation.periodEnd',
      'safeEducation.endTime',
      'specialCertificate.validEnd',
      'workCert.validEndTime',
    ]);
  });

  it.each(RANGES)('does not end before it starts, in a draft neither: $name', ({ model, start, end }) => {
    const [late, early] =
      end.property.format === 'date-time'
        ? ['2026-05-02 08:00:01', '2026-05-02 08:00:00']
        : ['2026-05-02', '2026-05-01'];
    const at = environment('2026-05-01 08:00:00');
    // An end that only repeats the name of its start says nothing by it.
    const msg = end.title.includes(start.title)
      ? `${start.title}的结束不能早于开始`
      : `${end.title}不能早于${start.title}`;
    const fault = { pointer: `/${end.key}`, msg };
    const reversed = { [start.key]: late, [end.key]: early };
    for (const stage of ['types', 'complete'] as const) {
      expect(validateRecord(model, reversed, at, stage)).toContainEqual(fault);
      expect(validateField(model, end, reversed, at, stage)).toEqual([fault]);
    }
    for (const sound of [
      { [start.key]: early, [end.key]: late },
      { [start.key]: late, [end.key]: late },
    ]) {
      expect(validateRecord(model, sound, at, 'types')).toEqual([]);
    }
    // One fault is told once: not as that of an end that is no date, nor beside it.
    expect(
      validateRecord(model, { ...reversed, [start.key]: '2026-13-01' }, at, 'types').map((one) => one.pointer),
    ).toEqual([`/${start.key}`]);
  });
});

describe('the server', () => {
  const part = (title: string, more: Partial<Property>): Property => ({
    title,
    field: 'dateDuration',
    type: 'string',
    ...more,
  });
  const visit: Entity = {
    dialect: 1,
    entity: 'visit',
    title: '来访',
    label: 'name',
    api: { service: 'safety', base: 'visit' },
    record: {
      type: 'object',
      required: ['name'],
      properties: {
        name: { title: '名称', field: 'input', type: 'string' },
        from: part('到访时间', { format: 'date-time', end: 'until' }),
        until: part('离场时间', { format: 'date-time', endOf: 'from' }),
      },
    },
    states: { draft: { title: '草稿', initial: true, draft: true }, open: { title: '在场' } },
    transitions: {
      submit: { title: '提交', from: ['draft'], to: 'open', who: ['creator'] },
      leave: { title: '离场', from: ['open'], to: 'open', who: ['everyone'], fields: { until: { required: true } } },
    },
    pages: { visit: { title: '来访', grants: { keeper: ['view', 'add', 'edit'] } } },
    permissions: { scope: { everyone: 'tenant' } },
  };
  const keeper = { roleCodes: ['keeper'] };
  const reversed = { name: '甲', from: '2026-05-02 08:00:00', until: '2026-05-02 07:59:59' };
  const sentence = '离场时间不能早于到访时间';
  let server: EntityServer;
  beforeAll(async () => {
    server = await createEntityServer({ entities: { visits: [visit] } });
  });
  afterAll(() => server.close());
  const call = (path: string, body: unknown) => server.call<WireRecord>(keeper, `POST ${P}/visit/${path}`, body);

  it('refuses it however it comes: saved, submitted, changed at one end, or by a transition', async () => {
    for (const path of ['save', 'submit']) {
      expect(await call(path, reversed)).toMatchObject({ status: 400, msg: sentence });
    }
    const sound = { ...reversed, until: '2026-05-02 08:00:00' };
    const draft = (await call('save', sound)).data;
    const moved = { id: draft.id, version: draft.version, from: '2026-05-03 08:00:00' };
    expect(await call('save', moved)).toMatchObject({ status: 400, msg: sentence });
    const { data } = await call('submit', sound);
    expect(data).toMatchObject({ status: 'open' });
    const { id, version } = data;
    expect(await call('leave', { id, version, until: '2026-05-01 08:00:00' })).toMatchObject({
      status: 400,
      msg: sentence,
    });
    expect(await call('leave', { id, version, until: '2026-05-02 09:00:00' })).toMatchObject({ status: 200 });
  });
});
