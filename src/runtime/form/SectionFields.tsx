import { useCallback } from 'react';
import type { FieldNode, SectionNode } from '../../compile/form/form-schema.ts';
import { viewField } from '../model/record-view.ts';
import { fieldElementId } from './FieldItem.tsx';
import { fieldShows } from './field-shows.ts';
import type { FormDrawing } from './form-drawing.ts';
import type { FormEngine } from './form-engine.ts';
import { LazyPiece } from './LazyPiece.tsx';

/** The fields of a section, in pieces that are mounted when they come near. */
export function SectionFields({ drawing, section }: { readonly drawing: FormDrawing; readonly section: SectionNode }) {
  const { engine, components, id, pieces } = drawing;
  const elementId = useCallback((key: string) => fieldElementId(id, key), [id]);
  const findable = useCallback((field: FieldNode) => findableText(engine, field), [engine]);
  return (pieces.get(section.name) ?? []).map((fields, index) => (
    <LazyPiece
      // biome-ignore lint/suspicious/noArrayIndexKey: a piece is the place, whichever fields come to stand in it.
      key={index}
      eager={drawing.isEager(fields)}
      columns={section['x-component-props'].columns}
      fields={fields}
      elementId={elementId}
      findable={findable}
    >
      {fields.map((field) => {
        const Item = components.decorator(field['x-decorator']);
        return <Item key={field.name} engine={engine} schema={field} form={id} find={components.field} />;
      })}
    </LazyPiece>
  ));
}

/** Name and value of a field that is there, as a reader would look for them. */
function findableText(engine: FormEngine, { name }: FieldNode): string {
  const model = engine.field(name);
  const field = engine.page.model.field.get(name);
  if (model === undefined || field === undefined || !fieldShows(engine, name)) return '';
  const { value } = model;
  return value === null || value === undefined
    ? field.title
    : `${field.title} ${field.type.format(value, viewField(engine.page, field))}`;
}
