import type { Entity, Property } from '../../src/core/dialect/entity.generated.ts';
import type { JointKindName } from '../../src/core/joint/joint-kind.ts';
import type { JointPage } from '../../src/core/joint/joint-page.generated.ts';

/** A first page of no single entity, and what the register that it shows has besides. */
interface JointTemplate {
  /** Fields that the page shows. */
  readonly fields: Readonly<Record<string, Property>>;
  /** Everything else of the entity. Default nothing. */
  readonly entity?: Partial<Entity>;
  /** What the page says of its kind, over the page of the entity. */
  page(code: string): Omit<JointPage, 'dialect' | 'page' | 'title' | 'area' | 'view'>;
}

const day = (title: string): Property => ({ title, field: 'date', type: 'string', format: 'date', index: true });

const level: Property = {
  title: '级别',
  field: 'radio',
  type: 'string',
  options: {
    high: { title: '重要', order: 10, color: 'red' },
    low: { title: '一般', order: 20, color: 'blue' },
  },
};

/** A template for each kind of page of no single entity; one that is missing does not compile. */
export const jointTemplates: Readonly<Record<JointKindName, JointTemplate>> = {
  union: {
    fields: { validTo: day('有效期至'), nextCheck: day('下次检查') },
    page: (code) => ({
      union: {
        columns: { name: { title: '名称' }, due: { title: '到期日', tone: 'due', within: 30 } },
        sort: 'due',
        of: {
          validity: { page: code, title: '有效期', columns: { name: 'name', due: 'validTo' } },
          check: { page: code, title: '检查', columns: { name: 'name', due: 'nextCheck' } },
        },
      },
    }),
  },
  file: {
    fields: { partOf: { title: '所属', field: 'reference', type: 'string' } },
    page: (code) => ({
      file: { of: code, print: 'whole', tabs: { parts: { page: code, by: 'partOf', title: '下属' } } },
    }),
  },
  map: {
    fields: { place: { title: '位置', field: 'geo', type: 'object', index: true }, level },
    page: (code) => ({ map: { layers: { places: { page: code, at: 'place', color: 'level' } } } }),
  },
  dashboard: {
    fields: { level },
    entity: {
      statistics: {
        measures: {
          total: { title: '总数', kind: 'count' },
          high: { title: '重要的', kind: 'count', where: "level == 'high'" },
        },
        blocks: { byLevel: { title: '按级别', measures: ['total', 'high'], by: ['level'], chart: 'bar' } },
      },
    },
    page: (code) => ({
      dashboard: {
        tiles: {
          todo: { tasks: true },
          high: { figure: `${code}.high` },
          share: {
            title: '重要的占比',
            value: `figure('${code}.high') / figure('${code}.total') * 100`,
            unit: '%',
            scale: 1,
          },
          byLevel: { chart: `${code}.byLevel` },
          newest: { list: code, most: 8 },
        },
      },
    }),
  },
};

/** Code of the page of a kind that a first entity gets. */
export const jointCode = (key: string, kind: JointKindName): string =>
  `${key}${kind.charAt(0).toUpperCase()}${kind.slice(1)}`;

/** The page of a kind over a first entity. */
export function scaffoldJointPage(area: string, key: string, title: string, kind: JointKindName): JointPage {
  return {
    $schema: '../meta/page.schema.json',
    dialect: 1,
    page: jointCode(key, kind),
    title: `${title}${pageWords[kind]}`,
    area,
    view: kind,
    ...jointTemplates[kind].page(key),
  };
}

const pageWords: Readonly<Record<JointKindName, string>> = {
  union: '到期',
  file: '档案',
  map: '地图',
  dashboard: '总览',
};
