import { theme as antdTheme, type ThemeConfig } from 'antd';
import { tokens } from './tokens.ts';

/** Theme of antd made from the tokens; without `motion` nothing glides or fades. */
export function antdThemeOf(mode: 'light' | 'dark', motion = true): ThemeConfig {
  const light = mode === 'light';
  return {
    algorithm: light ? antdTheme.defaultAlgorithm : antdTheme.darkAlgorithm,
    cssVar: { key: 'anlan' },
    hashed: false,
    token: {
      motion,
      colorPrimary: tokens.primary,
      colorInfo: tokens.primary,
      colorLink: tokens.primary,
      colorError: tokens.grades.red.text,
      colorWarning: tokens.grades.orange.text,
      colorSuccess: tokens.grades.green.text,
      fontFamily: tokens.font,
      fontSize: tokens.fontSize,
      borderRadius: tokens.controlRadius,
      borderRadiusLG: tokens.containerRadius,
      ...(light
        ? {
            // The palette derived from a dark petrol is grey; these grounds keep its hue.
            colorPrimaryBg: '#eaf4f5',
            colorPrimaryBgHover: '#d9ebed',
            controlItemBgActive: '#eaf4f5',
            controlItemBgActiveHover: '#d9ebed',
            colorBgLayout: '#f2f5f6',
            colorText: '#1d2a30',
            colorTextSecondary: '#53626a',
            colorTextTertiary: '#64727a',
            colorTextPlaceholder: '#66757c',
            colorBorderSecondary: '#e3e9eb',
            colorBorder: '#ccd5d9',
            colorPrimaryBorder: tokens.grades.primary.line,
            colorInfoBg: tokens.grades.primary.ground,
            colorInfoBorder: tokens.grades.primary.line,
            colorErrorBg: tokens.grades.red.ground,
            colorErrorBorder: tokens.grades.red.line,
            colorWarningBg: tokens.grades.orange.ground,
            colorWarningBorder: tokens.grades.orange.line,
            colorSuccessBg: tokens.grades.green.ground,
            colorSuccessBorder: tokens.grades.green.line,
          }
        : {}),
    },
    components: {
      Table: {
        cellPaddingBlock: 8,
        cellPaddingInline: 12,
        cellPaddingBlockSM: 4,
        headerBg: light ? '#f6f8f9' : '#1f2527',
      },
      Form: { verticalLabelPadding: '0 0 4px', itemMarginBottom: 26 },
      Menu: {
        collapsedWidth: tokens.siderCollapsedWidth,
        itemHeight: 38,
        itemBorderRadius: tokens.controlRadius,
        subMenuItemBg: 'transparent',
      },
      Layout: { headerHeight: tokens.headerHeight },
    },
  };
}
