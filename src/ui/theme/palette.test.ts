import { expect, it } from 'vitest';
import { paletteSheet, palettes, type ThemeMode } from './palette.ts';

function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((value) => (value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(one: string, other: string): number {
  const [less = 0, more = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (more + 0.05) / (less + 0.05);
}

const modes: readonly ThemeMode[] = ['light', 'dark'];

it.each(modes)('keeps words readable on every ground of the %s theme', (mode) => {
  const { tags, ...colours } = palettes[mode];
  const grounds = ['body', 'container', 'elevated', 'tableHead', 'primaryGround'] as const;
  const words = ['text', 'textSecondary', 'textTertiary', 'primary', 'codeValue'] as const;
  const weak = grounds.flatMap((ground) =>
    words
      .filter((word) => contrast(colours[word], colours[ground]) < 4.5)
      .map((word) => `${word} on ${ground}: ${contrast(colours[word], colours[ground]).toFixed(2)}`),
  );
  for (const [name, { text, ground }] of Object.entries(tags)) {
    if (contrast(text, ground) < 4.5) weak.push(`${name} tag`);
    if (contrast(text, colours.container) < 4.5) weak.push(`${name} on container`);
  }
  const pairs = [
    ['onPrimary', 'primary'],
    ['onPrimary', 'primaryHover'],
    ['onPrimary', 'primaryActive'],
    ['onSpotlight', 'spotlight'],
    ['onAlarm', 'alarm'],
    ['onBrand', 'brandFrom'],
  ] as const;
  for (const [word, ground] of pairs) {
    if (contrast(colours[word], colours[ground]) < 4.5) weak.push(`${word} on ${ground}`);
  }
  expect(weak).toEqual([]);
});

it.each(modes)('draws series and the edges of deadlines that stand out in the %s theme', (mode) => {
  const { series, container, alarm, soon } = palettes[mode];
  expect([...series, alarm, soon].filter((colour) => contrast(colour, container) < 3)).toEqual([]);
});

it('has the style sheet that was made from it', async () => {
  await expect(paletteSheet()).toMatchFileSnapshot('./palette.css');
});
