/**
 * All colours of the product, light and dark; nowhere else is one written (`node scripts/check-colours.ts` sees to it).
 * Style sheets take them as `var(--anlan-<name>)`, whose sheet is made from here (`palette.css`); drawings that know no
 * style sheet take `usePalette()`. Chrome and primary actions are petrol, a hue apart from the four risk grades and from
 * the safety green of GB 2893, so that those colours keep their meaning.
 */

/** The two themes. */
export type ThemeMode = 'light' | 'dark';

/** A tag: its word at 4.5:1 or more on its pale ground and on containers, and the line around it. */
interface TagColours {
  readonly text: string;
  readonly ground: string;
  readonly line: string;
}

/** Colour of a tag: the risk grades, graver first, and green for what is done, grey and petrol for what is neither. */
export type TagColour = 'red' | 'orange' | 'yellow' | 'blue' | 'green' | 'grey' | 'primary';

/** Colours of the risk grades. */
export type GradeColour = 'red' | 'orange' | 'yellow' | 'blue';

/** Colours of one theme. */
export interface Palette {
  /** Chrome, links and primary actions, with what is written on it. */
  readonly primary: string;
  readonly primaryHover: string;
  readonly primaryActive: string;
  readonly onPrimary: string;
  /** Pale grounds of what is chosen. */
  readonly primaryGround: string;
  readonly primaryGroundHover: string;
  /** What stands behind containers, containers, and what lies above them. */
  readonly body: string;
  readonly container: string;
  readonly elevated: string;
  readonly tableHead: string;
  /** Tooltips, with what is written on them. */
  readonly spotlight: string;
  readonly onSpotlight: string;
  readonly text: string;
  readonly textSecondary: string;
  readonly textTertiary: string;
  readonly border: string;
  readonly borderSecondary: string;
  /** Shadow of what is pinned over what has gone below it. */
  readonly shade: string;
  /** What has run out, as a ground with its word, and the edge of what soon will. */
  readonly alarm: string;
  readonly onAlarm: string;
  readonly soon: string;
  /** The panel of the login page. */
  readonly brandFrom: string;
  readonly brandTo: string;
  readonly onBrand: string;
  readonly onBrandSoft: string;
  /** Figures and constants in code. */
  readonly codeValue: string;
  readonly tags: Readonly<Record<TagColour, TagColours>>;
  /** Series of charts, which mean no grade; neighbours differ in lightness too. */
  readonly series: readonly string[];
  /** The four grades as grounds in charts, beside their word and with the edge of the tag's word. */
  readonly grades: Readonly<Record<GradeColour, string>>;
}

const light: Palette = {
  primary: '#13646f',
  primaryHover: '#1b7c89',
  primaryActive: '#0d4b54',
  onPrimary: '#ffffff',
  primaryGround: '#eaf4f5',
  primaryGroundHover: '#d9ebed',
  body: '#f2f5f6',
  container: '#ffffff',
  elevated: '#ffffff',
  tableHead: '#f6f8f9',
  spotlight: '#26343a',
  onSpotlight: '#ffffff',
  text: '#1d2a30',
  textSecondary: '#53626a',
  textTertiary: '#606e76',
  border: '#ccd5d9',
  borderSecondary: '#e3e9eb',
  shade: 'rgb(0 0 0 / 22%)',
  alarm: '#b3261e',
  onAlarm: '#ffffff',
  soon: '#c77700',
  brandFrom: '#17707c',
  brandTo: '#0f4d56',
  onBrand: '#ffffff',
  onBrandSoft: 'rgb(255 255 255 / 86%)',
  codeValue: '#6b4aa0',
  tags: {
    red: { text: '#c41d1d', ground: '#fff0ef', line: '#f0b4b0' },
    orange: { text: '#b04a00', ground: '#fff3e6', line: '#f3c79a' },
    yellow: { text: '#7d5f00', ground: '#fff9d6', line: '#e6d27a' },
    blue: { text: '#1556b8', ground: '#edf4ff', line: '#a9c7f2' },
    green: { text: '#1c7430', ground: '#edf8ef', line: '#a9d8b3' },
    grey: { text: '#55606b', ground: '#f3f5f6', line: '#d3d9de' },
    primary: { text: '#13646f', ground: '#eaf4f5', line: '#a6cdd2' },
  },
  series: ['#13646f', '#7a5aa8', '#5b8f99', '#a3476f', '#4f6475', '#2f9aa8', '#9575bd', '#6f838e'],
  grades: { red: '#d2352d', orange: '#f08a24', yellow: '#f3cf2f', blue: '#2f74d0' },
};

const dark: Palette = {
  primary: '#5cbcc8',
  primaryHover: '#7fd0da',
  primaryActive: '#4aa7b3',
  onPrimary: '#04262b',
  primaryGround: '#12333a',
  primaryGroundHover: '#184149',
  body: '#0d1416',
  container: '#151f22',
  elevated: '#1d292d',
  tableHead: '#1b272b',
  spotlight: '#dfe8ea',
  onSpotlight: '#1d2a30',
  text: '#e3eaec',
  textSecondary: '#b0bec3',
  textTertiary: '#9aa9af',
  border: '#43545a',
  borderSecondary: '#2b393e',
  shade: 'rgb(0 0 0 / 70%)',
  alarm: '#c9352c',
  onAlarm: '#ffffff',
  soon: '#e39a3b',
  brandFrom: '#14545d',
  brandTo: '#0b353b',
  onBrand: '#ffffff',
  onBrandSoft: 'rgb(255 255 255 / 86%)',
  codeValue: '#c9b1ee',
  tags: {
    red: { text: '#ff9d96', ground: '#3a1a1a', line: '#7a3531' },
    orange: { text: '#ffb066', ground: '#37230f', line: '#6f4721' },
    yellow: { text: '#ecd25a', ground: '#322b0c', line: '#655817' },
    blue: { text: '#93bfff', ground: '#16263f', line: '#2f507f' },
    green: { text: '#86d197', ground: '#14301b', line: '#2d633a' },
    grey: { text: '#b9c4c9', ground: '#232e32', line: '#3f4e53' },
    primary: { text: '#7fcbd5', ground: '#12333a', line: '#255d63' },
  },
  series: ['#5cbcc8', '#b79ae0', '#3d7f88', '#d986ac', '#93a8b8', '#2f9aa8', '#7d63ab', '#c3d0d6'],
  grades: { red: '#e0564e', orange: '#ee9a45', yellow: '#e8cb3c', blue: '#5a95e6' },
};

/** The palette of each theme. */
export const palettes: Readonly<Record<ThemeMode, Palette>> = { light, dark };

/** What is the same in every theme: paper that ink is put on, codes that machines read, the viewer of pictures, and the frame of pictograms. */
export const fixedColours = {
  paper: '#ffffff',
  ink: '#111111',
  paperHint: '#6b6b6b',
  codeDark: '#000000',
  appCodeDark: '#0d3d44',
  viewer: 'rgb(0 0 0 / 94%)',
  viewerBar: 'rgb(0 0 0 / 45%)',
  onViewer: '#ffffff',
  onViewerOff: 'rgb(255 255 255 / 40%)',
  viewerLine: 'rgb(255 255 255 / 25%)',
  viewerHover: 'rgb(255 255 255 / 15%)',
  viewerPressed: 'rgb(255 255 255 / 28%)',
  ledBackground: '#000000',
  ledText: '#ff0000',
  pictogramFrame: '#d9001b',
} as const;

/**
 * The style sheet of the palettes: light as long as nothing says otherwise, and always on paper. What is of the class
 * `anlan-dark` is dark whatever the person chose, as a screen on a wall.
 */
export function paletteSheet(): string {
  return [
    '/* Made from palette.ts by its test: npx vitest run --project unit src/ui/theme/palette.test.ts -u */',
    ':root {',
    '  color-scheme: light;',
    ...lines({ ...fixedColours, ...flat(light) }, '  '),
    '}',
    '',
    '@media screen {',
    '  :root[data-theme="dark"],',
    '  .anlan-dark {',
    '    color-scheme: dark;',
    ...lines(flat(dark), '    '),
    '  }',
    '}',
    '',
  ].join('\n');
}

/** The colours of a palette by their names in style sheets. */
function flat({ tags, series, grades, ...colours }: Palette): Record<string, string> {
  const named: Record<string, string> = { ...colours };
  for (const [name, { text, ground, line }] of Object.entries(tags)) {
    Object.assign(named, { [`${name}Text`]: text, [`${name}Ground`]: ground, [`${name}Line`]: line });
  }
  for (const [grade, colour] of Object.entries(grades))
    named[`grade${grade[0]?.toUpperCase()}${grade.slice(1)}`] = colour;
  series.forEach((colour, index) => {
    named[`series${index + 1}`] = colour;
  });
  return named;
}

function lines(colours: Readonly<Record<string, string>>, indent: string): string[] {
  return Object.entries(colours).map(([name, colour]) => {
    const kebab = name.replace(/[A-Z]|\d+$/g, (part) => `-${part.toLowerCase()}`);
    return `${indent}--anlan-${kebab}: ${short(colour)};`;
  });
}

/** As the formatter writes it. */
const short = (colour: string): string => colour.replace(/^#(.)\1(.)\2(.)\3$/, '#$1$2$3');
