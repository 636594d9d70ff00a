import { useCallback } from 'react';
import { fieldTypes } from '../../src/field-types/definitions.ts';
import { defineTexts } from '../../src/ui/text/define-texts.ts';

const NAMES: Readonly<Record<string, string>> = Object.fromEntries(
  Object.values(fieldTypes).map(({ type, title }) => [type, title]),
);

const { useText } = defineTexts('designer-types', NAMES);

/** What field types are called; one from outside as it calls itself, and one that there is not by its code. */
export function useTypeName(): (type: string) => string {
  const text = useText();
  return useCallback(
    (type) => {
      if (Object.hasOwn(NAMES, type)) return text(type);
      return Object.hasOwn(fieldTypes, type)
        ? ((fieldTypes as Readonly<Record<string, { title: string }>>)[type]?.title ?? type)
        : type;
    },
    [text],
  );
}
