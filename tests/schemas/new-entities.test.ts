import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createOverlayJudge } from '../../server/metadata/judge/lay-overlays.ts';
import { parseFiles } from '../../server/metadata/judge/parse-world.ts';
import { readMetadataFiles } from '../../server/metadata/metadata-files.ts';
import type { Entity } from '../../src/core/dialect/entity.generated.ts';
import { copyableEntities, copyEntity } from '../../src/core/new-entity/copy-entity.ts';
import { FIELD_KINDS, type FieldKind, optionsFrom } from '../../src/core/new-entity/field-kinds.ts';
import { newEntity } from '../../src/core/new-entity/new-entity.ts';
import { creationOf } from '../../src/core/overlay/own-entity.ts';

const TENANT = '645967';
const parsed = parseFiles(readMetadataFiles('schemas'));
const judge = createOverlayJudge({
  parsed,
  settings: new Map(),
  tenantId: TENANT,
  own: { roles: [], dictionaries: new Map() },
});
const problemsOf = (entities: readonly Entity[]) =>
  judge
    .judge(new Map(entities.map((entity) => [entity.entity, [creationOf('own', entity)]])))
    .errors.map(({ file, pointer, message }) => `${file} ${pointer} ${message}`);

describe('entities that a company begins with', () => {
  it('are sound, of every kind of field', () => {
    const kinds = Object.keys(FIELD_KINDS) as FieldKind[];
    const fields = kinds.map((kind) => ({
      key: `f${kind}`,
      title: kind,
      kind,
      required: kind === 'input',
      options: optionsFrom(['甲', '乙']),
    }));
    expect(problemsOf([newEntity({ key: 'ownAll', title: '全部', fields, editors: ['safetyOfficer'] })])).toEqual([]);
  });

  it('are sound as templates', () => {
    const files = readdirSync('schemas/templates');
    expect(files.length).toBeGreaterThanOrEqual(3);
    const templates = files.map((file) => JSON.parse(readFileSync(`schemas/templates/${file}`, 'utf8')) as Entity);
    expect(problemsOf(templates.map((entity) => copyEntity(entity, entity.entity, entity.title)))).toEqual([]);
  });

  it('are sound as copies of whatever is shipped', () => {
    const copyable = copyableEntities(parsed.entities.map(({ entity }) => entity));
    const copies = parsed.entities
      .filter(({ entity }) => copyable.has(entity.entity))
      .map(({ entity }) =>
        copyEntity(entity, `own${entity.entity[0]?.toUpperCase()}${entity.entity.slice(1, 26)}`, entity.title),
      );
    expect(copies.length).toBeGreaterThan(30);
    expect(problemsOf(copies)).toEqual([]);
  });
});
