import type { FieldModel } from '../../../src/core/model/entity-model.ts';
import type { PublicField, PublicForm } from '../../../src/core/wire/public.ts';
import { choicesOf } from '../../metadata/choices.ts';
import type { MetadataSnapshot } from '../../metadata/snapshot.ts';
import type { EntityServices } from '../../records/call/ports.ts';
import type { OpenLink } from './public-link.ts';
import { MOST_PICTURES } from './public-pictures.ts';

/** What a public form asks, in the language of the call. */
export async function publicForm(services: EntityServices, link: OpenLink): Promise<PublicForm> {
  const { tenantId, model, intake, snapshot } = link;
  const [tenant] = await services.database.withTenant(tenantId, (db) =>
    db.query<{ tenantName: string }>('select "tenantName" from data.tenant where "tenantCode" = $1', [tenantId]),
  );
  const pictures = model.field.get(intake.pictures ?? '');
  return {
    company: tenant?.tenantName ?? '',
    title: intake.title ?? model.title,
    fields: intake.fields.map((field) => publicField(field, snapshot)),
    ...(pictures === undefined ? {} : { pictures: { title: pictures.title, most: MOST_PICTURES } }),
  };
}

function publicField(field: FieldModel, snapshot: MetadataSnapshot): PublicField {
  const { hint, placeholder, maxLength } = field.property;
  const choices = choicesOf(snapshot, field)?.filter(({ sealed }) => sealed !== true);
  return {
    key: field.key,
    title: field.title,
    kind: kindOf(field),
    required: field.required,
    ...(hint === undefined ? {} : { hint }),
    ...(placeholder === undefined ? {} : { placeholder }),
    ...(maxLength === undefined ? {} : { most: maxLength }),
    ...(choices === undefined ? {} : { choices: choices.map(({ key, title }) => ({ key, title })) }),
  };
}

function kindOf({ type, property, valueType }: FieldModel): PublicField['kind'] {
  if (type.group === 'choice') return 'choice';
  if (type.type === 'number') return 'number';
  if (type.type === 'textarea') return 'text';
  if (valueType === 'dateTime') return 'moment';
  if (valueType === 'date') return 'date';
  return property.format === 'time' ? 'time' : 'line';
}
