import { CHOICES, MAX_NUMBER, MAX_TEXT, type MixedField, mixSections } from '../field-mix.ts';

/** The mixed fields as a plain JSON Schema, for runtimes that draw such a one; what they have no widget for is a text. */
export function mixSchema(fields: number): Readonly<Record<string, unknown>> {
  const all = mixSections(fields).flatMap((section) => section.fields);
  return {
    type: 'object',
    required: all.filter((field) => field.required).map((field) => field.key),
    properties: Object.fromEntries(all.map((field) => [field.key, { title: field.title, ...typed(field) }])),
  };
}

function typed(field: MixedField): Readonly<Record<string, unknown>> {
  switch (field.kind) {
    case 'number':
    case 'calculate':
      return { type: 'number', minimum: 0, maximum: MAX_NUMBER };
    case 'select':
    case 'radio':
      return { type: 'string', oneOf: CHOICES.map(({ key, title }) => ({ const: key, title })) };
    case 'checkbox':
      return { type: 'boolean' };
    case 'date':
    case 'dateDuration':
      return { type: 'string', format: 'date' };
    default:
      return {
        type: 'string',
        maxLength: MAX_TEXT,
        ...(field.pattern === undefined ? {} : { pattern: field.pattern.source }),
      };
  }
}
