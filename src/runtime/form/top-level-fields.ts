import { createForm, type GeneralField } from '@formily/core';

// Formily makes new paths each time a field's display or pattern looks for its parent. A field whose address has one
// segment has none, and all fields of a record's form are such. The class is not exported: a field of it shows it.
const ownClass: object = Object.getPrototypeOf(createForm().createField({ name: 'any' }));
const anyField: object = Object.getPrototypeOf(ownClass);
const inherited = Object.getOwnPropertyDescriptor(anyField, 'parent')?.get;

if (inherited !== undefined) {
  Object.defineProperty(anyField, 'parent', {
    configurable: true,
    get(this: GeneralField) {
      return this.address.length <= 1 ? undefined : inherited.call(this);
    },
  });
}
