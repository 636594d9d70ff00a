import type { Entity, Example } from '../../src/core/dialect/entity.generated.ts';
import { runExample } from '../../src/core/dialect/run-example.ts';
import { OutOfReachError } from '../../src/core/expression/index.ts';
import type { FieldModel } from '../../src/core/model/entity-model.ts';
import type { OverlayEdit } from '../../src/core/overlay/overlay.ts';
import type { RecordValues } from '../../src/core/validation/record-environment.ts';
import { isEmptyValue } from '../../src/core/validation/record-environment.ts';
import type { EntityPageModel } from '../../src/runtime/model/page-model.ts';

/** Whether somebody gives the value of a field: it is neither worked out nor filled by the platform. */
function isGiven({ computed, type, base }: FieldModel): boolean {
  return !computed && type.group !== 'computed' && !base;
}

/** Whether a computed field reads nothing but the record: another entity's rows are not at hand beside a sample. */
function isOwn({ compute, cases }: FieldModel): boolean {
  const expressions = [compute, ...(cases ?? []).map(({ when }) => when)];
  return expressions.every(
    (expression) =>
      expression === undefined ||
      (!expression.serverOnly && !expression.references.some((name) => name.startsWith('@'))),
  );
}

/**
 * The values of a form as an example of its entity, with what comes out: computed values, and what is wrong with it.
 * @param now wall clock of the plant, `YYYY-MM-DD HH:mm:ss`.
 */
export function sampleOf(page: EntityPageModel, values: RecordValues, now: string, title: string): Example {
  const { model, metadata } = page;
  const record = Object.fromEntries(
    model.fields.flatMap((field) => {
      const value = values[field.key];
      return isGiven(field) && !isEmptyValue(value) ? [[field.key, value] as const] : [];
    }),
  );
  const given: Example = { title, now, record };
  const { dictionaries, settings } = metadata;
  try {
    const { computed, errors } = runExample(model, given, {
      dictionaries: {
        has: (code) => Object.hasOwn(dictionaries, code),
        choices: (code) => (Object.hasOwn(dictionaries, code) ? dictionaries[code]?.choices : undefined),
        severity: (code) => dictionaries[code]?.severity,
      },
      settings: new Map(Object.entries(settings)),
    });
    const expect = Object.fromEntries(
      model.fields.flatMap((field) => {
        const value = computed[field.key];
        return field.computed && isOwn(field) && !isEmptyValue(value) ? [[field.key, value] as const] : [];
      }),
    );
    return {
      ...given,
      ...(Object.keys(expect).length === 0 ? {} : { expect }),
      ...(Object.keys(errors).length === 0 ? {} : { errors }),
    };
  } catch (error) {
    // Whose outcome only the server could tell; the values are worth keeping all the same.
    if (error instanceof OutOfReachError) return given;
    throw error;
  }
}

/** The edit by which an example stands behind those that there are. */
export function sampleEdit({ examples = [] }: Entity, last: string | undefined, sample: Example): OverlayEdit {
  const key = `sample${examples.length + 1}${Date.now().toString(36)}`;
  return { edit: 'add', at: ['examples', key], after: last ?? null, value: sample };
}
