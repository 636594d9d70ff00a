import { App, ConfigProvider } from 'antd';
import zhCN from 'antd/es/locale/zh_CN';
import dayjs from 'dayjs';
import 'dayjs/locale/zh-cn';
import { type ReactNode, useMemo } from 'react';
import { useLanguage } from './text/define-texts.ts';
import './theme/base.css';
import { antdThemeOf } from './theme/theme.ts';
import { useMediaQuery } from './useMediaQuery.ts';

dayjs.locale('zh-cn');

/** Theme, language and message holders for everything below. `mode` default light. */
export function UiProvider({ mode = 'light', children }: { mode?: 'light' | 'dark'; children: ReactNode }) {
  // Lists and dialogs that wait for the end of a movement that was cut short would stay where they began it.
  const still = useMediaQuery('(prefers-reduced-motion: reduce)');
  const locale = useLanguage((state) => state.antd);
  const theme = useMemo(() => antdThemeOf(mode, !still), [mode, still]);
  return (
    <ConfigProvider theme={theme} locale={locale ?? zhCN} button={{ autoInsertSpace: false }}>
      <App message={{ maxCount: 3 }} notification={{ placement: 'topRight' }}>
        {children}
      </App>
    </ConfigProvider>
  );
}
