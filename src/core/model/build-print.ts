import type { Entity, PrintField, PrintSection } from '../dialect/entity.generated.ts';
import { say } from '../text/say.ts';
import { childrenOf } from './build-child.ts';
import type { BuiltFields } from './built-fields.ts';
import { type ExpressionCompiler, reportUnknown } from './compile-expression.ts';
import type { PrintFieldModel, PrintModel, PrintSectionModel, SectionModel } from './entity-model.ts';
import type { ModelWorld } from './model-world.ts';

/** Fields beside each other on paper where the file does not say. */
const DEFAULT_PRINT_COLUMNS = 2;
/** Share of a table's width where the file does not say. */
const DEFAULT_WIDTH = 10;
/** Columns of a child's rows where the file names none: what fits a sheet. */
const DEFAULT_ROW_COLUMNS = 8;

type Path = readonly (string | number)[];

/** The printed form with its defaults; what does not exist is reported and left out. */
export function buildPrint(
  world: ModelWorld,
  entity: Entity,
  built: BuiltFields,
  form: readonly SectionModel[],
  compiler: ExpressionCompiler,
): PrintModel {
  const { sink } = compiler;
  const source = entity.print ?? {};
  const columns = source.columns ?? DEFAULT_PRINT_COLUMNS;
  const own = new Set(built.field.keys());

  const fieldsOf = (given: readonly (string | PrintField)[], known: ReadonlySet<string>, path: Path) =>
    given.flatMap((entry, index): PrintFieldModel[] => {
      const { field, title, span, width }: PrintField = typeof entry === 'string' ? { field: entry } : entry;
      if (known.has(field)) return [{ field, title, span, width: width ?? DEFAULT_WIDTH }];
      reportUnknown(sink, [...path, index, ...(typeof entry === 'string' ? [] : ['field'])], '字段', field, known);
      return [];
    });

  const sectionOf = (key: string, section: PrintSection): PrintSectionModel[] => {
    const path = ['print', 'sections', key];
    const base = {
      key,
      title: section.title,
      visible: compiler.compile(section.visible, [...path, 'visible'], built.scopes.value, 'boolean'),
      columns: section.columns ?? columns,
      numbered: section.numbered === true,
    };
    if (section.approvals !== undefined) {
      const known = Object.keys(entity.transitions ?? {});
      const approvals = section.approvals.filter((name) => known.includes(name));
      return [{ ...base, fields: [], rows: undefined, approvals }];
    }
    if (section.rows !== undefined) {
      const child = childrenOf(world, entity).includes(section.rows) ? world.entity(section.rows) : undefined;
      if (child === undefined) {
        reportUnknown(sink, [...path, 'rows'], '子实体', section.rows, childrenOf(world, entity));
        return [];
      }
      const known = childFields(child);
      const given = section.fields ?? defaultRowFields(child);
      return [{ ...base, fields: fieldsOf(given, known, [...path, 'fields']), rows: section.rows, approvals: [] }];
    }
    const fields = fieldsOf(section.fields ?? [], own, [...path, 'fields']);
    return [{ ...base, fields, rows: undefined, approvals: [] }];
  };

  const plain = (field: string): PrintFieldModel => ({
    field,
    title: undefined,
    span: undefined,
    width: DEFAULT_WIDTH,
  });
  const section = (key: string, title: string | undefined, more: Partial<PrintSectionModel>): PrintSectionModel => ({
    ...{ key, title, visible: undefined, columns, fields: [], rows: undefined, approvals: [], numbered: false },
    ...more,
  });
  const standard = (): PrintSectionModel[] => {
    const approved = Object.entries(entity.transitions ?? {}).filter(([, { approve }]) => approve !== undefined);
    const votes = approved.map(([key]) => key);
    if (source.fields !== undefined) {
      return [section('fields', undefined, { fields: fieldsOf(source.fields, own, ['print', 'fields']) })];
    }
    return [
      ...form.map(({ key, title, visible, fields }) => section(key, title, { visible, fields: fields.map(plain) })),
      ...childrenOf(world, entity).flatMap((key) => {
        const child = world.entity(key);
        if (child === undefined) return [];
        return [section(`rows-${key}`, child.title, { rows: key, fields: defaultRowFields(child).map(plain) })];
      }),
      ...(votes.length === 0 ? [] : [section('votes', say('审批记录'), { approvals: votes })]),
    ];
  };

  return {
    title: source.title ?? entity.title,
    titles: Object.entries(source.titles ?? {}).flatMap(([key, { when, title }]) => {
      const compiled = compiler.compile(when, ['print', 'titles', key, 'when'], built.scopes.value, 'boolean');
      return compiled === undefined ? [] : [{ when: compiled, title }];
    }),
    sections:
      source.sections === undefined
        ? standard()
        : Object.entries(source.sections).flatMap(([key, given]) => sectionOf(key, given)),
    qrCode: source.qrCode !== false,
    watermark: source.watermark !== false,
    history: source.history ?? source.sections === undefined,
    button: Object.values(entity.pages ?? {}).some(
      ({ actions = [], grants = {} }) =>
        actions.includes('print') || Object.values(grants).some((granted) => granted.includes('print')),
    ),
    note: source.note,
  };
}

/** Fields that rows of a child can show: its own, its state and who made it. */
function childFields(child: Entity): ReadonlySet<string> {
  return new Set([...Object.keys(child.record.properties), 'status', 'createTime', 'createUser', 'updateTime']);
}

function defaultRowFields(child: Entity): readonly string[] {
  return Object.entries(child.record.properties)
    .filter(([key, property]) => key !== child.parent?.field && property.hidden !== true)
    .filter(([, property]) => property.endOf === undefined && property.writeOnly !== true)
    .map(([key]) => key)
    .slice(0, DEFAULT_ROW_COLUMNS);
}
