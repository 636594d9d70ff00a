import { App, ConfigProvider } from 'antd';
import zhCN from 'antd/es/locale/zh_CN';
import dayjs from 'dayjs';
import 'dayjs/locale/zh-cn';
import type { ReactNode } from 'react';
import './theme/base.css';
import { antdThemeOf } from './theme/theme.ts';

dayjs.locale('zh-cn');

/** Theme, language and message holders for everything below. `mode` default light. */
export function UiProvider({ mode = 'light', children }: { mode?: 'light' | 'dark'; children: ReactNode }) {
  return (
    <ConfigProvider theme={antdThemeOf(mode)} locale={zhCN} button={{ autoInsertSpace: false }}>
      <App message={{ maxCount: 3 }} notification={{ placement: 'topRight' }}>
        {children}
      </App>
    </ConfigProvider>
  );
}
