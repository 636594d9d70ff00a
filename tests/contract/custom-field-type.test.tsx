import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadFieldTypes } from '../../server/metadata/field-types.ts';
import type { Entity, Property } from '../../src/core/dialect/entity.generated.ts';
import { lintWorld } from '../../src/core/dialect/lint-world.ts';
import { parseEntity } from '../../src/core/dialect/parse-entity.ts';
import { printOf, sheetOf } from '../../src/core/field-forms.ts';
import type { WirePage, WireRecord } from '../../src/core/wire/contract.ts';
import { fieldTypes, registerFieldType } from '../../src/field-types/definitions.ts';
import { installFieldTypes } from '../../src/field-types/install.ts';
import { fieldPanelOf } from '../../src/field-types/panels.ts';
import { fieldViewOf } from '../../src/field-types/views.ts';
import { worldWith } from '../fixtures/dialect-fixture.ts';
import { createEntityServer, type EntityServer } from '../fixtures/entity-server.ts';
import * as plateDefinition from '../fixtures/extensions/field-types/plate-number/definition.ts';
import * as plateView from '../fixtures/extensions/field-types/plate-number/view.tsx';

const FOLDER = 'tests/fixtures/extensions/field-types';
const plate: Property = { title: '车牌', field: 'plateNumber', type: 'string' };

const vehicle: Entity = {
  dialect: 1,
  entity: 'vehicle',
  title: '车辆',
  api: { service: 'safety', base: 'vehicle' },
  record: {
    type: 'object',
    required: ['plate'],
    properties: { plate, trailer: { ...plate, title: '挂车', props: { trailer: true } } },
  },
  label: 'plate',
  pages: {
    vehicle: {
      title: '车辆',
      columns: ['plate', 'trailer'],
      filters: ['plate'],
      sort: ['plate'],
      actions: ['add', 'edit', 'delete'],
      grants: { safetyOfficer: ['view', 'add', 'edit', 'delete'] },
    },
  },
  permissions: { scope: { everyone: 'tenant' } },
};

const keeper = { roleCodes: ['safetyOfficer'] };

describe('a field type from outside', () => {
  let server: EntityServer;
  beforeAll(async () => {
    expect(await loadFieldTypes(FOLDER)).toEqual(['plateNumber']);
    server = await createEntityServer({ entities: { demo: [vehicle] }, shipped: ['user', 'dept', 'role'] });
  });
  afterAll(() => server?.close());

  it('takes at most 50 lines, and the guide shows it to the letter', () => {
    const files = ['definition.ts', 'view.tsx'].map((file) => readFileSync(join(FOLDER, 'plate-number', file), 'utf8'));
    expect(files.join('').trimEnd().split('\n').length).toBeLessThanOrEqual(50);
    const guide = readFileSync('docs/dialect/own-field-type.md', 'utf8');
    for (const file of files) expect(guide).toContain(file.replaceAll('../../../../../src', '../../../src').trimEnd());
  });

  it('is known to the meta-schema and the linter, which asks it about its options', () => {
    const parsed = parseEntity(JSON.stringify(vehicle), 'vehicle');
    if ('problems' in parsed) throw new Error(JSON.stringify(parsed.problems));
    const faultsOf = (entity: Entity) =>
      lintWorld(worldWith([entity]))
        .filter(({ file, severity }) => file.includes('/vehicle.') && severity === 'error')
        .map(({ message }) => message);
    expect(faultsOf(vehicle)).toEqual([]);
    const wrong = structuredClone(vehicle);
    wrong.record.properties.trailer = { ...plate, props: { trailer: 1 }, minimum: 3 };
    expect(faultsOf(wrong)).toEqual([
      expect.stringContaining('字段类型“plateNumber”（车牌号）不认识关键字“minimum”'),
      '字段类型“车牌号”的选项有误：trailer 须为 true 或 false',
    ]);
    const unknown = structuredClone(vehicle);
    unknown.record.properties.plate = { ...plate, field: 'plateNumbr' };
    expect(faultsOf(unknown).join()).toContain('plateNumbr');
  });

  it('is checked, stored, listed, filtered and sorted by the generic service', async () => {
    const save = (body: Record<string, unknown>) =>
      server.call<WireRecord>(keeper, 'POST /api/anlan-safety/vehicle/save', body);
    for (const body of [{ plate: '苏A12345' }, { plate: '沪B6789D', trailer: '沪B1234挂' }]) {
      expect(await save(body)).toMatchObject({ status: 200, data: body });
    }
    expect(await save({ plate: 'A12345' })).toMatchObject({
      status: 400,
      errors: [{ pointer: '/plate', msg: expect.stringContaining('不是有效的车牌号，如 苏A12345') }],
    });
    expect(await save({ plate: '苏A12345', trailer: '苏A12345' })).toMatchObject({
      status: 400,
      errors: [{ pointer: '/trailer', msg: expect.stringContaining('须为挂车号牌') }],
    });
    const list = async (query: string) =>
      (await server.call<WirePage<WireRecord>>(keeper, `GET /api/anlan-safety/vehicle/page?${query}`)).data.records.map(
        (row) => row.plate,
      );
    expect(await list(`plate=${encodeURIComponent('6789')}`)).toEqual(['沪B6789D']);
    expect([...(await list('')).toSorted()]).toEqual(['沪B6789D', '苏A12345'].toSorted());
  });

  it('has its own look, and the defaults of spreadsheet and print', () => {
    installFieldTypes({ '/x/plate/definition.ts': plateDefinition }, { '/x/plate/view.tsx': plateView });
    const { Read, Edit } = fieldViewOf('plateNumber');
    const field = { key: 'plate', title: '车牌', property: plate, target: undefined, multiple: false };
    const type = plateDefinition.definition;
    const text = type.format('苏A12345', field);
    expect(renderToStaticMarkup(<Read value="苏A12345" field={field} text={text} />)).toMatch(
      /ant-tag[^>]*>苏A·12345</,
    );
    const input = (
      <Edit
        id="f1"
        value="苏A12345"
        onChange={() => undefined}
        onBlur={() => undefined}
        field={field}
        disabled={false}
        invalid={false}
        describedBy="d1"
      />
    );
    expect(renderToStaticMarkup(input)).toMatch(/id="f1"[^>]*value="苏A12345"/);
    expect(fieldPanelOf('plateNumber')).toEqual([]);
    expect(sheetOf(type, field).read(['苏a·12345'], field)).toEqual({ value: '苏A12345' });
    expect(printOf(type, '苏A12345', field)).toEqual({ kind: 'text', text: '苏A·12345' });
  });

  it('may not take a shipped name or an odd one, and a broken folder is named', async () => {
    const { definition } = plateDefinition;
    expect(() => registerFieldType({ ...definition, type: 'input' })).toThrow(
      '字段类型“input”是平台自带的，请换一个名称',
    );
    expect(() => registerFieldType({ ...definition, type: '__proto__' })).toThrow('须以小写字母开头');
    await expect(loadFieldTypes('src/field-types/input/..')).rejects.toThrow(
      /字段类型 .*amount.* 是平台自带的|平台自带/,
    );
    expect(await loadFieldTypes('tests/fixtures/none')).toEqual([]);
    expect(fieldTypes.input.title).toBe('单行文本');
  });
});
