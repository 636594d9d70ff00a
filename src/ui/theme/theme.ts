import { theme as antdTheme, type ThemeConfig } from 'antd';
import { type Palette, palettes, type ThemeMode } from './palette.ts';
import { type Density, tokens } from './tokens.ts';

type Algorithm = Extract<NonNullable<ThemeConfig['algorithm']>, readonly unknown[]>[number];

/** How the theme of antd is made. */
export interface Look {
  readonly mode: ThemeMode;
  readonly density: Density;
  /** False where nothing glides or fades. */
  readonly motion: boolean;
  /** Whether a thumb presses what a pointer presses elsewhere: buttons and boxes are larger. Default false. */
  readonly thumb?: boolean;
}

/** Theme of antd made from palette and tokens. */
export function antdThemeOf({ mode, density, motion, thumb = false }: Look): ThemeConfig {
  const palette = palettes[mode];
  const row = tokens.rowHeight[density];
  return {
    algorithm: [
      mode === 'dark' ? antdTheme.darkAlgorithm : antdTheme.defaultAlgorithm,
      ...(density === 'compact' ? [antdTheme.compactAlgorithm, readable] : []),
      own(palette),
    ],
    cssVar: { key: 'anlan' },
    hashed: false,
    token: {
      motion,
      fontFamily: tokens.font,
      fontSize: tokens.fontSize,
      ...(thumb ? { controlHeight: tokens.thumbHeight } : {}),
      borderRadius: tokens.controlRadius,
      borderRadiusLG: tokens.containerRadius,
      colorPrimary: palette.primary,
      colorInfo: palette.primary,
      colorLink: palette.primary,
      colorError: palette.tags.red.text,
      colorWarning: palette.tags.orange.text,
      colorSuccess: palette.tags.green.text,
      colorTextPlaceholder: palette.textTertiary,
      colorTextLightSolid: palette.onPrimary,
      controlItemBgActive: palette.primaryGround,
      controlItemBgActiveHover: palette.primaryGroundHover,
    },
    components: {
      Table: {
        // What is highest in a row, a small button, stands within the row's height; `list.css` gives that height.
        cellPaddingBlock: (row - SMALL_BUTTON) / 2 - 2,
        cellPaddingInline: density === 'compact' ? 8 : 12,
        cellPaddingBlockSM: density === 'compact' ? 2 : 4,
        headerBg: palette.tableHead,
      },
      Form: { verticalLabelPadding: '0 0 4px', itemMarginBottom: density === 'compact' ? 22 : 26 },
      Menu: {
        collapsedWidth: tokens.siderCollapsedWidth,
        itemHeight: density === 'compact' ? 32 : 38,
        itemBorderRadius: tokens.controlRadius,
        subMenuItemBg: 'transparent',
      },
      Tooltip: { colorTextLightSolid: palette.onSpotlight },
      Layout: { headerHeight: tokens.headerHeight },
    },
  };
}

/** Height of a button in a row. */
const SMALL_BUTTON = 24;

/** Compact is less room, not smaller letters: they are read eight hours a day. */
const readable: Algorithm = (seed, map) => {
  const { fontSize, fontSizeSM, fontSizeLG, lineHeight, lineHeightSM, lineHeightLG } = antdTheme.defaultAlgorithm(seed);
  return {
    ...(map ?? antdTheme.defaultAlgorithm(seed)),
    fontSize,
    fontSizeSM,
    fontSizeLG,
    lineHeight,
    lineHeightSM,
    lineHeightLG,
  };
};

/** Puts our colours over those that antd derives: it would mix the dark ones down until nothing stands out. */
const own =
  (palette: Palette): Algorithm =>
  (seed, map) => {
    const { red, orange, green } = palette.tags;
    return {
      ...(map ?? antdTheme.defaultAlgorithm(seed)),
      colorPrimary: palette.primary,
      colorPrimaryHover: palette.primaryHover,
      colorPrimaryActive: palette.primaryActive,
      colorPrimaryText: palette.primary,
      colorPrimaryBg: palette.primaryGround,
      colorPrimaryBgHover: palette.primaryGroundHover,
      colorPrimaryBorder: palette.tags.primary.line,
      colorInfo: palette.primary,
      colorInfoText: palette.primary,
      colorInfoBg: palette.tags.primary.ground,
      colorInfoBorder: palette.tags.primary.line,
      colorLink: palette.primary,
      colorLinkHover: palette.primaryHover,
      colorLinkActive: palette.primaryActive,
      colorError: red.text,
      colorErrorText: red.text,
      colorErrorBg: red.ground,
      colorErrorBorder: red.line,
      colorWarning: orange.text,
      colorWarningText: orange.text,
      colorWarningBg: orange.ground,
      colorWarningBorder: orange.line,
      colorSuccess: green.text,
      colorSuccessText: green.text,
      colorSuccessBg: green.ground,
      colorSuccessBorder: green.line,
      colorBgLayout: palette.body,
      colorBgContainer: palette.container,
      colorBgElevated: palette.elevated,
      colorBgSpotlight: palette.spotlight,
      colorText: palette.text,
      colorTextSecondary: palette.textSecondary,
      colorTextTertiary: palette.textTertiary,
      colorBorder: palette.border,
      colorBorderSecondary: palette.borderSecondary,
    };
  };
