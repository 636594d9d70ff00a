import { type ExpressionUser, OutOfReachError } from '../../core/expression/index.ts';
import type { FieldModel } from '../../core/model/entity-model.ts';
import { isFieldVisible } from '../../core/validation/compute-record.ts';
import type { EntityPageModel } from '../model/page-model.ts';
import { browserEnvironment } from '../model/record-environment.ts';
import { fieldValue, isBlank, type RecordData } from '../model/record-view.ts';
import { runtimeText } from '../text.ts';

/** A part of a detail page. */
interface DetailSection {
  readonly key: string;
  readonly title: string;
  readonly columns: number;
  readonly fields: readonly FieldModel[];
}

/** What the platform keeps of a record, shown last. */
const BASE_FIELDS = ['createUser', 'createDept', 'createTime', 'updateUser', 'updateTime'];

function readable(
  page: EntityPageModel,
  keys: readonly string[],
  isHidden: (field: string) => boolean,
): readonly FieldModel[] {
  return keys.flatMap((key) => {
    const field = page.model.field.get(key);
    if (field === undefined || isHidden(key)) return [];
    // The end of a date range is read with its start; a password is never read.
    if (field.property.endOf !== undefined || field.property.writeOnly) return [];
    // What overrides a value stands beside it.
    return field.beside !== undefined && keys.includes(field.beside) ? [] : [field];
  });
}

/** The parts of a detail page: the file's, or the form's; what the platform keeps comes last. */
function detailSections(
  page: EntityPageModel,
  isHidden: (field: string) => boolean = () => false,
): readonly DetailSection[] {
  const { model } = page;
  const own = Object.entries(model.detail?.sections ?? {}).map(([key, section]) => ({
    key,
    title: section.title,
    columns: section.columns ?? model.form.columns ?? 3,
    fields: readable(page, section.fields, isHidden),
  }));
  const sections =
    own.length > 0
      ? own
      : model.sections.map((section) => ({
          key: section.key,
          title: section.title,
          columns: section.columns,
          fields: readable(page, section.fields, isHidden),
        }));
  const base = {
    key: '_base',
    title: runtimeText('detail.base'),
    columns: 3,
    fields: readable(page, BASE_FIELDS, isHidden),
  };
  return [...sections, base].filter((section) => section.fields.length > 0);
}

/**
 * What a record says: its head, which does not say the title again, and its parts without what title and head say. A title
 * that is the name of another record is read once more, since it leads there.
 */
export function recordParts(
  page: EntityPageModel,
  isHidden: (field: string) => boolean = () => false,
): { readonly head: readonly FieldModel[]; readonly sections: readonly DetailSection[] } {
  const { label: named, field: fields } = page.model;
  const label = fields.get(named)?.property.ref === undefined ? named : undefined;
  const head = headerFields(page, (field) => field === label || isHidden(field));
  const told = new Set([label, ...head.map(({ key }) => key)]);
  return { head, sections: detailSections(page, (field) => told.has(field) || isHidden(field)) };
}

/** Whether a field can be read on the page of a record, be it among what is empty and folded. */
export function standsOnPage(page: EntityPageModel, key: string, isHidden: (field: string) => boolean): boolean {
  const { head, sections } = recordParts(page, isHidden);
  return [...head, ...sections.flatMap(({ fields }) => fields)].some((field) => field.key === key);
}

/** Fields beside the title. */
function headerFields(
  page: EntityPageModel,
  isHidden: (field: string) => boolean = () => false,
): readonly FieldModel[] {
  return readable(page, page.model.detail?.header ?? [], isHidden);
}

/**
 * Whether a field does not exist for the record as it is: neither it nor its section is visible, and nothing was stored
 * there. What only the server can decide counts as there.
 */
export function isAbsent(page: EntityPageModel, key: string, record: RecordData, me: ExpressionUser): boolean {
  const { model } = page;
  const field = model.field.get(key);
  if (field === undefined || !(field.computed || isBlank(fieldValue(field, record)))) return false;
  try {
    return !isFieldVisible(model, field, record, browserEnvironment(page, me, { stored: record }));
  } catch (error) {
    if (error instanceof OutOfReachError) return false;
    throw error;
  }
}

/** The fields of a part that are shown: without the empty ones unless those are asked for. */
export function shownFields(
  _page: EntityPageModel,
  section: DetailSection,
  record: RecordData,
  blanks: boolean,
): readonly FieldModel[] {
  // What has no column and is not computed stands for the record itself (its QR code) and is never blank.
  const isOfRecord = (field: FieldModel) => field.column === undefined && !field.live;
  return blanks
    ? section.fields
    : section.fields.filter((field) => isOfRecord(field) || !isBlank(fieldValue(field, record)));
}
