/** How much room there is between things. */
export type Density = 'standard' | 'compact';

/** Sizes and times of the look in one place; the colours are those of the palette. */
export const tokens = {
  font: "-apple-system, BlinkMacSystemFont, 'PingFang SC', 'Microsoft YaHei', 'Noto Sans SC', 'Noto Sans CJK SC', 'Source Han Sans SC', 'WenQuanYi Micro Hei', 'Segoe UI', sans-serif",
  fontSize: 14,
  titleSize: 20,
  /** Radius of page containers. */
  containerRadius: 10,
  controlRadius: 6,
  pagePadding: 16,
  cardGap: 12,
  /** Height of a table's row. */
  rowHeight: { standard: 40, compact: 32 },
  /** Height of what a thumb presses. */
  thumbHeight: 40,
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
