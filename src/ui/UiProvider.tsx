import { App, ConfigProvider } from 'antd';
import zhCN from 'antd/es/locale/zh_CN';
import dayjs from 'dayjs';
import 'dayjs/locale/zh-cn';
import { type ReactNode, useLayoutEffect, useMemo } from 'react';
import { PaletteContext } from './look/usePalette.ts';
import { useShownLook } from './look/useShownLook.ts';
import { useLanguage } from './text/define-texts.ts';
import './theme/base.css';
import './theme/print.css';
import { palettes, type ThemeMode } from './theme/palette.ts';
import { antdThemeOf } from './theme/theme.ts';
import { useIsPhone } from './useIsPhone.ts';
import { useMenuKeys } from './useMenuKeys.ts';

dayjs.locale('zh-cn');

/**
 * Theme, language and message holders for everything below. `mode` is the company's theme, shown to whoever has chosen
 * none; default light.
 */
export function UiProvider({ mode: company = 'light', children }: { mode?: ThemeMode; children: ReactNode }) {
  const look = useShownLook(company);
  const locale = useLanguage((state) => state.antd);
  const thumb = useIsPhone();
  const theme = useMemo(() => antdThemeOf({ ...look, thumb }), [look, thumb]);
  const palette = palettes[look.mode];
  useMenuKeys();
  // Style sheets follow the root; `look.js` has set it before anything was there.
  useLayoutEffect(() => {
    const { dataset } = document.documentElement;
    dataset.theme = look.mode;
    dataset.density = look.density;
    document.querySelector('meta[name="theme-color"]')?.setAttribute('content', palette.container);
  }, [look, palette]);
  return (
    <PaletteContext value={palette}>
      <ConfigProvider theme={theme} locale={locale ?? zhCN} button={{ autoInsertSpace: false }}>
        <App message={{ maxCount: 3 }} notification={{ placement: 'topRight' }}>
          {children}
        </App>
      </ConfigProvider>
    </PaletteContext>
  );
}
