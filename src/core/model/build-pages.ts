import type { Entity, Page, Section } from '../dialect/entity.generated.ts';
import { say } from '../text/say.ts';
import type { BuiltFields } from './built-fields.ts';
import { type ExpressionCompiler, reportUnknown } from './compile-expression.ts';
import type { ColumnModel, PageModel, PageViewModel, SectionModel } from './entity-model.ts';
import type { ModelWorld } from './model-world.ts';
import { listsRecords, type PageKindName } from './page-kind.ts';
import type { PlacedPage } from './page-kind-definition.ts';

/** Actions that every page may have without the entity saying more. */
export const STANDARD_ACTIONS: readonly string[] = [
  'add',
  'edit',
  'delete',
  'view',
  'import',
  'export',
  'print',
  'copy',
  'publicLink',
];

/** Columns of a form where the file does not say. */
const DEFAULT_FORM_COLUMNS = 3;

/** Fields above which a form opens as a page of its own. */
const DRAWER_LIMIT = 12;

/** How many columns a page shows where it does not name them. */
const DEFAULT_COLUMNS = 8;

/** The form with its defaults. */
export function buildForm(entity: Entity): Entity['form'] & object {
  const fields = Object.keys(entity.record.properties).length;
  return { columns: DEFAULT_FORM_COLUMNS, open: fields > DRAWER_LIMIT ? 'page' : 'drawer', ...entity.form };
}

/** Sections in order; fields that none names follow in a last one. */
export function buildSections(entity: Entity, built: BuiltFields, compiler: ExpressionCompiler): SectionModel[] {
  const { sink } = compiler;
  const columns = entity.form?.columns ?? DEFAULT_FORM_COLUMNS;
  const given = Object.entries(entity.form?.sections ?? {});
  const placed = new Map<string, string>();
  const sections = given.flatMap(([key, section]): SectionModel[] => {
    const path = ['form', 'sections', key];
    const fields = section.fields.filter((field, index) => {
      const at = [...path, 'fields', index];
      if (!isOwnField(built, field)) {
        reportUnknown(sink, at, '字段', field, Object.keys(entity.record.properties));
        return false;
      }
      const other = placed.get(field);
      if (other === undefined) {
        placed.set(field, key);
        return built.field.get(field)?.property.hidden !== true;
      }
      sink.error(at, `字段“${field}”已在分组“${other}”中`, '一个字段只放在一个分组里');
      return false;
    });
    // What only the layout hides keeps its values, so its conditions are none of the model's business.
    if (section.hidden === true) return [];
    const model = {
      key,
      id: section.id ?? key,
      title: section.title,
      fields: withEntered(fields, built),
      visible: compiler.compile(section.visible, [...path, 'visible'], built.scopes.change, 'boolean'),
      columns: section.columns ?? columns,
      folded: section.folded === true,
    };
    return [model];
  });
  const rest = built.fields
    // The end of a date range is drawn with its start.
    .filter((field) => !field.base && !placed.has(field.key) && field.beside === undefined)
    .filter((field) => field.property.endOf === undefined && field.property.hidden !== true)
    .map((field) => field.key);
  if (rest.length > 0) sections.push(lastSection(given, withEntered(rest, built), columns));
  return sections;
}

/** Fields, each with what is entered to override it. */
function withEntered(fields: readonly string[], built: BuiltFields): string[] {
  return fields.flatMap((key) => {
    const override = built.field.get(key)?.override;
    if (override === undefined) return [key];
    const { value, reason } = override;
    return reason === undefined ? [key, value] : [key, value, reason];
  });
}

function lastSection(given: readonly [string, Section][], fields: string[], columns: number): SectionModel {
  const taken = new Set(given.flatMap(([key, section]) => [key, section.id ?? key]));
  const wanted = given.length === 0 ? 'base' : 'other';
  let key = wanted;
  for (let number = 2; taken.has(key); number += 1) key = `${wanted}${number}`;
  const title = given.length === 0 ? say('基本信息') : say('其他信息');
  return { key, id: key, title, fields, visible: undefined, columns, folded: false };
}

function isOwnField(built: BuiltFields, key: string): boolean {
  return built.field.get(key)?.base === false;
}

/** Checks the conditions of the detail page's sections. */
export function checkDetail(entity: Entity, built: BuiltFields, compiler: ExpressionCompiler): void {
  for (const [key, section] of Object.entries(entity.detail?.sections ?? {})) {
    const at = ['detail', 'sections', key, 'visible'];
    compiler.compile(section.visible, at, built.scopes.value, 'boolean');
  }
}

/** Pages by code; what does not exist is left out. */
export function buildPages(
  world: ModelWorld,
  entity: Entity,
  built: BuiltFields,
  compiler: ExpressionCompiler,
): Readonly<Record<string, PageModel>> {
  const { sink } = compiler;
  const transitions = Object.entries(entity.transitions ?? {});
  const actions = new Set([
    ...STANDARD_ACTIONS,
    ...transitions.flatMap(([key, transition]) => [key, transition.button ?? key]),
    ...Object.keys(entity.actions ?? {}),
  ]);
  const isShown = (field: string): boolean => built.field.get(field)?.property.hidden !== true;
  const pages: Record<string, PageModel> = {};
  for (const [code, page] of Object.entries(entity.pages ?? {})) {
    const path = ['pages', code];
    const columns = page.columns?.flatMap((column, index): ColumnModel[] => {
      const source = typeof column === 'string' ? { field: column } : column;
      if (!built.field.has(source.field)) return [];
      const field = built.field.get(source.field);
      if (source.total === true && (field?.valueType !== 'number' || field.column === undefined)) {
        sink.error([...path, 'columns', index, 'total'], '只有存储的数字能求合计', '去掉 total');
      }
      return isShown(source.field) ? [columnModel(source)] : [];
    });
    const sort = page.sort?.flatMap((entry, index) => {
      const field = entry.replace(/^-/, '');
      const at = [...path, 'sort', index];
      if (!built.field.has(field)) return [];
      if (built.field.get(field)?.sortable === true) return [{ field, descending: entry.startsWith('-') }];
      sink.error(at, `不能按“${field}”排序：它没有可排序的存储值`, '改为按已存储的简单字段排序');
      return [];
    });
    const filters = (page.filters ?? []).filter((field, index) => {
      const at = [...path, 'filters', index];
      if (!built.field.has(field)) return false;
      // An unknown field type is reported where it stands.
      if (!isShown(field) || !Object.hasOwn(world.registry, built.field.get(field)?.property.field ?? '')) return false;
      if (built.field.get(field)?.filter !== 'none') return true;
      sink.error(at, `不能按“${field}”筛选：这种字段没有可筛选的值`, '去掉该筛选项，或改用已存储的字段');
      return false;
    });
    const views = viewsOf(world, placedPage(world, entity, page, path, built, compiler));
    pages[code] = {
      code,
      title: page.title,
      purpose: page.purpose,
      views,
      kind: views[0].kind,
      where: compiler.compile(page.where, [...path, 'where'], built.scopes.value, 'boolean'),
      columns: columns ?? defaultColumns(built),
      filters,
      sort: sort ?? [{ field: 'createTime', descending: true }],
      actions: (page.actions ?? []).filter((action) => actions.has(action)),
      grants: page.grants ?? {},
      icon: page.icon,
      hidden: page.hidden === true,
      awaits: page.awaits && { entity: page.awaits.entity ?? entity.entity, steps: page.awaits.steps },
      live: page.live && {
        block: page.live.block,
        measure: page.live.measure,
        respond: page.live.respond,
        sound: page.live.sound === true,
      },
    };
  }
  return pages;
}

/** The ways in which a page shows its records; one that cannot stand among several is reported and left out. */
function viewsOf(world: ModelWorld, placed: PlacedPage): PageModel['views'] {
  const { page, entity } = placed;
  const usual = entity.tree === undefined ? 'list' : 'tree';
  const [first = usual, ...others] = typeof page.view === 'string' ? [page.view] : (page.view ?? []);
  const model = (view: PageKindName): PageViewModel => {
    const kind = world.pageKinds[view];
    const settings = kind.build?.(placed);
    const told = settings !== undefined;
    const fields = told ? kind.shows?.(settings) : undefined;
    return { view, kind, settings, fields, finds: (told ? kind.finds?.(settings) : undefined) ?? [] };
  };
  if (others.length === 0) return [model(first)];
  const fits = (view: PageKindName, index: number): boolean => {
    if (listsRecords(world.pageKinds[view])) return true;
    placed.fault(['view', index], `“${view}”不是记录的列表，不能与其他种类切换`, '单独写成一个页面');
    return false;
  };
  fits(first, 0);
  return [model(first), ...others.filter((view, index) => fits(view, index + 1)).map(model)];
}

function placedPage(
  world: ModelWorld,
  entity: Entity,
  page: Page,
  path: readonly (string | number)[],
  built: BuiltFields,
  compiler: ExpressionCompiler,
): PlacedPage {
  const { sink } = compiler;
  return {
    page,
    entity,
    field(key, at) {
      const found = built.field.get(key);
      if (found === undefined) reportUnknown(sink, [...path, ...at], '字段', key, built.field.keys());
      return found;
    },
    related: (key) => world.entity(key),
    choiceKeys: ({ property: { options, dict } }) =>
      options === undefined
        ? world.dictionaries.choices(dict ?? '')?.map(({ key }) => key)
        : Object.keys(options).sort((left, right) => (options[left]?.order ?? 0) - (options[right]?.order ?? 0)),
    expression: (source, at, expected) => compiler.compile(source, [...path, ...at], built.scopes.value, expected),
    fault: (at, message, fix) => sink.error([...path, ...at], message, fix),
  };
}

interface ColumnSource {
  readonly field: string;
  readonly width?: number;
  readonly pin?: 'left' | 'right';
  readonly hidden?: boolean;
  readonly total?: boolean;
}

function columnModel({ field, width, pin, hidden, total }: ColumnSource): ColumnModel {
  return { field, width, pin, hidden: hidden === true, total: total === true };
}

function defaultColumns(built: BuiltFields): readonly ColumnModel[] {
  return built.fields
    .filter((field) => !field.base && field.columns === undefined && field.property.writeOnly !== true)
    .filter((field) => field.property.hidden !== true && field.beside === undefined)
    .filter((field) => field.type.group !== 'file' && field.type.group !== 'structure')
    .slice(0, DEFAULT_COLUMNS)
    .map((field) => columnModel({ field: field.key }));
}
