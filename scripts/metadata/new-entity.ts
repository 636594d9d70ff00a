import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { checkWorld } from '../../server/metadata/judge/check-world.ts';
import { readMetadataFiles } from '../../server/metadata/metadata-files.ts';
import type { Entity } from '../../src/core/dialect/entity.generated.ts';
import { printJson } from '../../src/core/dialect/print-json.ts';
import { jointPageFile } from '../../src/core/joint/build-joint.ts';
import type { JointKindName } from '../../src/core/joint/joint-kind.ts';
import type { EntityModel } from '../../src/core/model/entity-model.ts';
import { entityFile } from '../../src/core/model/model-world.ts';
import type { PageKindName } from '../../src/core/model/page-kind.ts';
import { LOCK_FILE, lockEntity, lockText, printLock, readLock } from './ids-lock.ts';
import { jointCode, jointTemplates, scaffoldJointPage } from './joint-templates.ts';
import { isJointKind, kindTemplates, withKind } from './kind-templates.ts';
import { readWorld } from './read-world.ts';
import { printProblems, root, schemas } from './report.ts';

const kinds = [...Object.keys(kindTemplates), ...Object.keys(jointTemplates)];

/**
 * `new <area>/<entity> [title] [--kind <kind>]`: writes a complete, valid file for the implementer to change. A kind of
 * page that is of no single entity is a second file, over the first.
 */
export async function run(args: readonly string[]): Promise<number> {
  const at = args.indexOf('--kind');
  const kind = at < 0 ? 'list' : (args[at + 1] ?? '');
  const [name = '', title] = at < 0 ? args : args.toSpliced(at, 2);
  if (!isKind(kind)) {
    console.error(`没有“${kind}”这种页面；--kind 可为 ${kinds.join('、')}`);
    return 1;
  }
  const match = /^([a-z][a-z0-9-]*)\/([a-z][A-Za-z0-9]{0,59})$/.exec(name);
  const [, area, key] = match ?? [];
  if (area === undefined || key === undefined) {
    console.error('请写 <领域>/<实体>，如 base/lawRegulation：领域用小写字母，实体用小写字母开头的驼峰');
    return 1;
  }
  const { world } = readWorld(schemas);
  const taken = world.entities.get(key);
  if (taken !== undefined) {
    console.error(`实体“${key}”已在 schemas/areas/${taken.area} 中`);
    return 1;
  }
  const codes = [key, ...(isJointKind(kind) ? [jointCode(key, kind)] : [])];
  const owner = [...world.entities.values()].find(({ entity }) =>
    codes.some((code) => Object.hasOwn(entity.pages ?? {}, code)),
  );
  if (owner !== undefined) {
    console.error(`页面编码“${codes.join('”或“')}”已属于实体“${owner.entity.entity}”，请换一个实体键`);
    return 1;
  }
  const written = filesOf(area, key, title ?? key, kind);
  const there = [...written.keys()].find((name) => existsSync(path.join(root, name)));
  if (there !== undefined) {
    console.error(`${there} 已存在`);
    return 1;
  }
  for (const [name, text] of written) {
    mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
    writeFileSync(path.join(root, name), text);
    console.log(`已建立 ${name}`);
  }
  const { models, problems } = checkWorld(readMetadataFiles(schemas));
  const own = problems.filter((problem) => written.has(problem.file));
  lockNew(models.get(key));
  return printProblems(own.filter((problem) => problem.severity === 'error')) ? 1 : 0;
}

/** What is written, by path. */
function filesOf(area: string, key: string, title: string, kind: PageKindName | JointKindName): Map<string, string> {
  const files = new Map([[entityFile(area, key), printed(scaffoldEntity(area, key, title, kind))]]);
  if (isJointKind(kind)) {
    const page = scaffoldJointPage(area, key, title, kind);
    files.set(jointPageFile(page.page), printedJson(page));
  }
  return files;
}

/** The text of the file, without the types of values that fields tell. */
function printed(entity: Entity): string {
  const written = structuredClone(entity) as { record: { properties: Record<string, { type?: string }> } };
  for (const property of Object.values(written.record.properties)) delete property.type;
  return printedJson(written);
}

function printedJson(value: unknown): string {
  const result = printJson(JSON.stringify(value));
  if ('fault' in result) throw new Error(result.fault.message);
  return result.printed;
}

/** Adds the line of a new entity to the lock, where there is one; what it says of others stays. */
function lockNew(model: EntityModel | undefined): void {
  const text = lockText(schemas);
  const read = text === undefined ? undefined : readLock(text);
  if (model === undefined || read === undefined || 'problem' in read) return;
  writeFileSync(path.join(root, LOCK_FILE), printLock({ ...read.lock, [model.id]: lockEntity(model) }));
}

const isKind = (name: string): name is PageKindName | JointKindName => kinds.includes(name);

/** A small register with a name, a date and a note, its page of a kind, rights and an example. */
export function scaffoldEntity(
  area: string,
  key: string,
  title: string,
  kind: PageKindName | JointKindName = 'list',
): Entity {
  return withKind(firstEntity(area, key, title), kind);
}

function firstEntity(area: string, key: string, title: string): Entity {
  return {
    $schema: '../../meta/entity.schema.json',
    dialect: 1,
    entity: key,
    title,
    label: 'name',
    api: { service: 'safety', base: `${area}/${key}` },
    record: {
      type: 'object',
      required: ['name'],
      properties: {
        name: { title: '名称', field: 'input', type: 'string', maxLength: 100, quickSearch: true },
        happenDate: {
          title: '日期',
          field: 'date',
          type: 'string',
          format: 'date',
          defaultFrom: 'today()',
          rules: [{ when: 'isNull(happenDate) or happenDate <= today()', else: '日期不能晚于今天' }],
        },
        remark: { title: '备注', field: 'textarea', type: 'string', maxLength: 500 },
      },
    },
    unique: { name: { fields: ['name'], else: '该名称已存在' } },
    form: { columns: 2, sections: { base: { title: '基本信息', fields: ['name', 'happenDate', 'remark'] } } },
    pages: {
      [key]: {
        title,
        columns: ['name', 'happenDate', 'createUser', 'createTime'],
        filters: ['name', 'happenDate'],
        sort: ['-createTime'],
        actions: ['add', 'edit', 'delete', 'import', 'export'],
        grants: {
          administrator: ['view', 'add', 'edit', 'delete', 'import', 'export'],
          safetyDirector: ['view'],
          safetyOfficer: ['view', 'add', 'edit', 'delete', 'import', 'export'],
        },
      },
    },
    permissions: { scope: { administrator: 'tenant', safetyDirector: 'tenant', safetyOfficer: 'tenant' } },
    examples: [
      {
        title: '日期晚于今天',
        now: '2026-01-01',
        record: { name: '示例', happenDate: '2026-01-02' },
        errors: { happenDate: '日期不能晚于今天' },
      },
    ],
  };
}
