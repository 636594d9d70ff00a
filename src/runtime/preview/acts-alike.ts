import { formSections } from '../../compile/form/form-schema.ts';
import type { Entity, Property, Section } from '../../core/dialect/entity.generated.ts';
import { sameJson } from '../../core/validation/same-value.ts';
import type { EntityPageModel } from '../model/page-model.ts';

/** What of an entity says nothing about what its form begins with or calculates. */
const BESIDE_FORM: ReadonlySet<string> = new Set<keyof Entity>([
  ...(['title', 'description', 'pages', 'detail', 'record', 'form', 'indexes', 'statistics', 'print'] as const),
  ...(['import', 'export', 'examples'] as const),
]);
/** What of a field, a section and a form only says how it looks; where fields stand is compared by itself. */
const FIELD_LOOKS: readonly (keyof Property)[] = ['title', 'description', 'hint', 'placeholder', 'unit', 'span'];
const SECTION_LOOKS: ReadonlySet<string> = new Set<keyof Section>(['title', 'fields', 'columns', 'folded', 'visible']);
const FORM_LOOKS: ReadonlySet<string> = new Set(['columns', 'sections', 'rules']);
/** What of a field says what is asked of its value, which is read anew each time that it is asked. */
const DEMANDS: readonly (keyof Property)[] = [
  ...(['requiredWhen', 'disabledWhen', 'visible', 'since', 'rules', 'patterns', 'options', 'removedOptions'] as const),
  ...(['minLength', 'maxLength', 'minimum', 'maximum', 'minItems', 'maxItems', 'uniqueItems'] as const),
];
const FIELD_CHANGES: ReadonlySet<string> = new Set([...FIELD_LOOKS, ...DEMANDS]);

/**
 * Whether two pages differ in nothing but where the fields of their form stand, how these look, what they are called and
 * what is asked of their values, so that the models of one form can go on as those of the other. What a field begins with,
 * or is calculated of, makes another form.
 */
export function actsAlike(before: EntityPageModel, after: EntityPageModel): boolean {
  if (before === after) return true;
  const { entity: was, page: _was, ...around } = before.metadata;
  const { entity: is, page: _is, ...aroundNow } = after.metadata;
  return (
    sameBut(around, aroundNow, new Set()) &&
    sameBut(was, is, BESIDE_FORM) &&
    sameBut(was.record, is.record, new Set(['properties', 'required'])) &&
    sameEach(was.record.properties, is.record.properties, FIELD_CHANGES) &&
    sameBut(was.form ?? {}, is.form ?? {}, FORM_LOOKS) &&
    sameEach(was.form?.sections ?? {}, is.form?.sections ?? {}, SECTION_LOOKS) &&
    sameJson(drawnIn(before), drawnIn(after))
  );
}

/** Whether two objects say the same, some keywords left out. */
function sameBut(one: object, other: object, except: ReadonlySet<string>): boolean {
  if (one === other) return true;
  const keys = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...keys].every((key) => except.has(key) || sameJson(Reflect.get(one, key), Reflect.get(other, key)));
}

/** Whether two maps have the same keys, with values that say the same but for some keywords. */
function sameEach(
  one: Readonly<Record<string, object>>,
  other: Readonly<Record<string, object>>,
  except: ReadonlySet<string>,
): boolean {
  const keys = Object.keys(one);
  return (
    keys.length === Object.keys(other).length &&
    keys.every((key) => {
      const [was, is] = [one[key], Object.hasOwn(other, key) ? other[key] : undefined];
      return was !== undefined && is !== undefined && sameBut(was, is, except);
    })
  );
}

/** Keys of the fields that the form has models of, in no order. */
function drawnIn({ form }: EntityPageModel): readonly string[] {
  return formSections(form)
    .flatMap(({ properties }) => Object.keys(properties))
    .toSorted();
}
