import { JsonForms } from '@jsonforms/react';
import { vanillaCells, vanillaRenderers } from '@jsonforms/vanilla-renderers';
import { useState } from 'react';
import { mixSections } from '../field-mix.ts';
import { mixSchema } from './mix-schema.ts';

/** The mixed fields as JSON Forms draws them with its plain renderers: no linkage, no choosing of people and files. */
export function JsonFormsForm({ fields }: { fields: number }) {
  const [{ schema, layout }] = useState(() => ({
    schema: mixSchema(fields),
    layout: {
      type: 'VerticalLayout',
      elements: mixSections(fields).map((section) => ({
        type: 'Group',
        label: section.title,
        elements: section.fields.map(({ key }) => ({ type: 'Control', scope: `#/properties/${key}` })),
      })),
    },
  }));
  const [data, setData] = useState<Record<string, unknown>>({});
  return (
    <JsonForms
      schema={schema as never}
      uischema={layout as never}
      data={data}
      renderers={vanillaRenderers}
      cells={vanillaCells}
      onChange={(state) => setData(state.data as Record<string, unknown>)}
    />
  );
}
