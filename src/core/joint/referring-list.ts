import type { FieldModel } from '../model/entity-model.ts';
import type { MemberPage, PlacedJointPage } from './joint-kind.ts';
import type { JointPage } from './joint-page.generated.ts';

/** A list of what refers to a record: records of a page by one of its fields. */
export interface ReferringList {
  readonly key: string;
  readonly title: string;
  /** Code of the page. */
  readonly page: string;
  /** Field by which its records refer to the one. */
  readonly by: string;
}

/** Such a list as a file says it. */
type WrittenList = NonNullable<JointPage['file']>['tabs'][string];

/** What names the parts of a joint page's kind. */
export const PART_KEY = '^[a-z][A-Za-z0-9]{0,39}$';

/** Name of a part that shows a page. */
export const PART_TITLE = {
  type: 'string',
  description: 'Name in Chinese. Default that of the page.',
  minLength: 1,
  maxLength: 20,
} as const;

/** Form of such lists in the meta-schema. */
export const REFERRING_LISTS = {
  type: 'object',
  propertyNames: { pattern: PART_KEY },
  additionalProperties: {
    type: 'object',
    additionalProperties: false,
    required: ['page', 'by'],
    properties: {
      page: { type: 'string', description: 'Code of a page of an entity.' },
      by: {
        type: 'string',
        description: 'Stored field by which the records of the page refer to the one whose lists these are.',
      },
      title: PART_TITLE,
    },
  },
} as const;

/** Whether a field refers to a record of `of`: what stands beside another has its id, so what refers to that one does. */
const refersTo = ({ target }: FieldModel, { model }: MemberPage): boolean =>
  target !== undefined && (target === model.key || target === model.companion?.of);

/** Reads such lists of a record of `of`; those that are wrong are reported and left out. */
export function referringLists(
  placed: PlacedJointPage,
  of: MemberPage,
  written: Readonly<Record<string, WrittenList>>,
  at: readonly string[],
): readonly (ReferringList & { readonly member: MemberPage })[] {
  return Object.entries(written).flatMap(([key, source]) => {
    const member = placed.member(source.page, [...at, key, 'page']);
    const place = [...at, key, 'by'];
    const field = member && placed.field(member, source.by, place);
    if (member === undefined || field === undefined) return [];
    if (!refersTo(field, of)) {
      placed.fault(
        place,
        `“${member.model.title}”的字段“${field.title}”不引用“${of.model.title}”`,
        `改为引用“${of.model.title}”的字段`,
      );
      return [];
    }
    if (field.filter === 'none' || field.column === undefined) {
      placed.fault(place, `不能按“${field.title}”筛选：它没有可筛选的值`, '改为已存储的引用');
      return [];
    }
    return [{ key, title: source.title ?? member.page.title, page: source.page, by: source.by, member }];
  });
}

/** Their texts, each by its place within the file. */
export const referringTexts = (
  written: Readonly<Record<string, WrittenList>>,
  at: readonly string[],
): readonly (readonly [readonly string[], string])[] =>
  Object.entries(written).flatMap(([key, { title }]) =>
    title === undefined ? [] : [[[...at, key, 'title'], title] as const],
  );
