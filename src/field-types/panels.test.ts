import { expect, test } from 'vitest';
import { COMMON_KEYWORDS } from '../core/field-type.ts';
import { fieldTypes } from './definitions.ts';
import { COMMON_PANEL } from './field-panel.ts';
import { fieldPanels } from './panels.generated.ts';

test.each(Object.entries(fieldPanels))(
  'the panel of %s edits only what the type understands, each once',
  (type, panel) => {
    const { keywords } = fieldTypes[type as keyof typeof fieldTypes];
    const understood = new Set<string>([...keywords, ...COMMON_KEYWORDS]);
    const rows = [...COMMON_PANEL, ...panel].map(({ keyword }) => keyword);
    expect(rows.filter((keyword) => !understood.has(keyword))).toEqual([]);
    expect(new Set(rows).size).toBe(rows.length);
  },
);
