import type { Entity, Property } from '../../../src/core/dialect/entity.generated.ts';
import type { PageMetadata } from '../../../src/core/wire/page.ts';
import { CHOICES, MAX_NUMBER, MAX_TEXT, type MixedField, mixSections } from './field-mix.ts';

/** The mixed form as the dialect says it, as the server would send it for a page. */
export function benchMetadata(fields: number): PageMetadata {
  const sections = mixSections(fields);
  const all = sections.flatMap((section) => section.fields);
  const entity: Entity = {
    dialect: 1,
    entity: 'benchForm',
    title: '测量表单',
    api: { service: 'safety', base: 'bench/form' },
    record: {
      type: 'object',
      required: all.filter((field) => field.required).map((field) => field.key),
      properties: Object.fromEntries(all.flatMap(properties)),
    },
    form: {
      columns: 3,
      open: 'page',
      sections: Object.fromEntries(
        sections.map(({ key, title, fields: own }) => [
          key,
          { title, fields: own.flatMap((field) => (field.end === undefined ? [field.key] : [field.key, field.end])) },
        ]),
      ),
    },
    pages: { benchForm: { title: '测量表单', columns: [all[0]?.key ?? ''], actions: ['add'] } },
  };
  return {
    entity,
    area: 'bench',
    page: 'benchForm',
    revision: '1',
    dictionaries: {},
    settings: {},
    timeZone: 'Asia/Shanghai',
    targets: {},
  } as PageMetadata;
}

const options = Object.fromEntries(CHOICES.map(({ key, title }, index) => [key, { title, order: (index + 1) * 10 }]));

/** The one choice of a checkbox that locks another field. */
const LOCK = { '1': { title: '是', order: 10 } };

function properties(field: MixedField): [string, Property][] {
  const own: Property = {
    title: field.title,
    ...typed(field),
    ...(field.visibleBy === undefined ? {} : { visible: `${field.visibleBy} == '1'` }),
    ...(field.requiredBy === undefined ? {} : { requiredWhen: `${field.requiredBy} == '1'` }),
    ...(field.disabledBy === undefined ? {} : { disabledWhen: `includes(${field.disabledBy}, '1')` }),
    ...(field.notBelow === undefined
      ? {}
      : { rules: [{ when: `${field.key} >= ${field.notBelow}`, else: '不能小于数量' }] }),
    ...(field.notBefore === undefined
      ? {}
      : { rules: [{ when: `${field.key} >= ${field.notBefore}`, else: '不能早于开始日期' }] }),
  };
  if (field.end === undefined) return [[field.key, own]];
  return [
    [field.key, { ...own, end: field.end }],
    [field.end, { title: `${field.title}止`, field: 'dateDuration', type: 'string', format: 'date', endOf: field.key }],
  ];
}

function typed(field: MixedField): Pick<Property, 'field' | 'type'> & Partial<Property> {
  switch (field.kind) {
    case 'input':
      return {
        field: 'input',
        type: 'string',
        maxLength: MAX_TEXT,
        ...(field.pattern === undefined
          ? {}
          : { patterns: [{ pattern: field.pattern.source, message: field.pattern.message }] }),
      };
    case 'textarea':
      return { field: 'textarea', type: 'string', maxLength: 500 };
    case 'number':
      return { field: 'number', type: 'number', scale: 2, minimum: 0, maximum: MAX_NUMBER };
    case 'select':
      return { field: 'select', type: 'string', options };
    case 'radio':
      return { field: 'radio', type: 'string', options };
    case 'checkbox':
      return { field: 'checkbox', type: 'array', options: LOCK };
    case 'date':
      return { field: 'date', type: 'string', format: 'date' };
    case 'dateDuration':
      return { field: 'dateDuration', type: 'string', format: 'date' };
    case 'orgSelect':
      return { field: 'orgSelect', type: 'string', org: 'user' };
    case 'upload':
      return { field: 'upload', type: 'array' };
    case 'tree':
      return { field: 'tree', type: 'string', ref: { entity: 'dept' } };
    case 'calculate': {
      const [a, b, c] = field.product ?? ['0', '0', '0'];
      return { field: 'calculate', type: 'number', scale: 2, compute: `${a} * ${b} + ${c}` };
    }
  }
}
