import type { Property } from '../../core/dialect/entity.generated.ts';
import { defineFieldType } from '../define.ts';
import { checkNumber, definition as number } from '../number/definition.ts';

/** The property with the bounds that a slider has where none are set: 0 and 100. */
export function withBounds(property: Property): Property {
  return { ...property, minimum: property.minimum ?? 0, maximum: property.maximum ?? 100 };
}

/** A number chosen on a bar from `minimum` (default 0) to `maximum` (default 100). */
export const definition = defineFieldType({
  ...number,
  type: 'slider',
  title: '滑块',
  keywords: ['minimum', 'maximum', 'scale', 'precision', 'unit'],
  component: 'Slider',
  componentProps(property) {
    const { minimum, maximum, scale = 0 } = withBounds(property);
    return { min: minimum, max: maximum, step: 1 / 10 ** scale };
  },
  check: (value, field) => checkNumber(value, withBounds(field.property)),
});
