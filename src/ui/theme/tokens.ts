/**
 * The look of the product in one place. Chrome and primary actions are petrol, a hue apart from the four risk grades
 * and from the safety green of GB 2893, so that those colours keep their meaning.
 */
export const tokens = {
  /** Chrome and primary actions; 6.5:1 on white. */
  primary: '#13646f',
  /** Risk grades, graver first: each with its text on white at 4.5:1 or more, and a pale ground. */
  grades: {
    red: { text: '#c41d1d', ground: '#fff0ef', line: '#f0b4b0' },
    orange: { text: '#b04a00', ground: '#fff3e6', line: '#f3c79a' },
    yellow: { text: '#7d5f00', ground: '#fff9d6', line: '#e6d27a' },
    blue: { text: '#1556b8', ground: '#edf4ff', line: '#a9c7f2' },
    green: { text: '#1c7430', ground: '#edf8ef', line: '#a9d8b3' },
    grey: { text: '#55606b', ground: '#f3f5f6', line: '#d3d9de' },
    primary: { text: '#13646f', ground: '#eaf4f5', line: '#a6cdd2' },
  },
  font: "-apple-system, BlinkMacSystemFont, 'PingFang SC', 'Microsoft YaHei', 'Noto Sans SC', 'Noto Sans CJK SC', 'Source Han Sans SC', 'WenQuanYi Micro Hei', 'Segoe UI', sans-serif",
  fontSize: 14,
  titleSize: 20,
  /** Radius of page containers. */
  containerRadius: 10,
  controlRadius: 6,
  pagePadding: 16,
  cardGap: 12,
  rowHeight: 40,
  compactRowHeight: 32,
  siderWidth: 223,
  siderCollapsedWidth: 56,
  headerHeight: 52,
  /** Gutter of the tab bar. */
  tabGutter: 6,
  /** Largest height of a table's body. */
  tableBodyHeight: 500,
  /** Below this width the layout is a phone's. */
  phoneWidth: 768,
  /** Milliseconds until a waiting view shows a spinner. */
  spinnerDelay: 2000,
} as const;

/** Colour of a tag. */
export type TagColour = keyof typeof tokens.grades;
