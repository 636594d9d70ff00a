// @vitest-environment jsdom
import { readFileSync } from 'node:fs';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { isPictogram, pictogramNames } from '../../core/pictograms/pictograms.ts';
import { checkboxProps } from '../../field-types/checkbox/entry.ts';
import { ChoiceText } from '../../field-types/choice-view.tsx';
import type { ViewField } from '../../field-types/field-view.ts';

const field = {
  key: 'signs',
  title: '象形图',
  property: { title: '象形图', field: 'checkbox' },
  choices: [
    { key: 'a', title: '火焰', icon: 'ghs-flame' },
    { key: 'b', title: '其他', icon: 'fire' },
  ],
  multiple: true,
} as unknown as ViewField;

test('each of the nine is drawn and differs, and the dictionary bears each once', () => {
  const { options } = JSON.parse(readFileSync('schemas/dictionaries/ghs-pictogram.json', 'utf8'));
  const icons = Object.values<{ icon: string }>(options).map(({ icon }) => icon);
  expect([...icons].sort()).toEqual([...pictogramNames].sort());
  expect(pictogramNames).toHaveLength(9);
  expect([isPictogram('fire'), isPictogram(undefined)]).toEqual([false, false]);
});

test('a chosen pictogram is read as a drawing that says its name, and is offered with it', () => {
  const read = renderToStaticMarkup(<ChoiceText value={['a', 'b']} field={field} text="" />);
  expect(read.match(/<svg class="anlan-pictogram-drawing"/g)).toHaveLength(1);
  expect(read).toContain('<span class="anlan-pictogram" title="火焰">');
  expect(read).toContain('<span class="anlan-pictogram-name">火焰</span>');

  const edit = { value: [], field, onChange: () => undefined } as never;
  const labels = (checkboxProps(edit).options ?? []).map((option) => {
    const { label } = option as { label: string };
    return renderToStaticMarkup(<b>{label}</b>);
  });
  expect(labels[0]).toContain('<svg class="anlan-pictogram-drawing"');
  expect(labels[0]).toContain('火焰');
  expect(labels[1]).toBe('<b>其他</b>');
});
