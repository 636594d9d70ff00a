import { CheckOutlined } from '@ant-design/icons';
import type { MenuProps } from 'antd';
import { CHOICE, choose, useChoice } from '../../api/choices.ts';
import { chime } from '../../ui/chime.ts';
import { type ThemeChoice, useLook } from '../../ui/look/look.ts';
import type { Density } from '../../ui/theme/tokens.ts';
import { useLookText } from './look-text.ts';

const THEMES: readonly ThemeChoice[] = ['light', 'dark', 'system'];
const DENSITIES: readonly Density[] = ['standard', 'compact'];

type Items = NonNullable<MenuProps['items']>;

/** The part of the user menu where a person says how the pages shall look; `theme` is the one that stands now. */
export function useLookItems(companyTheme: ThemeChoice): Items {
  const text = useLookText();
  const look = useLook();
  const theme = look.theme ?? companyTheme;
  const choice = (key: string, label: string, chosen: boolean, choose: () => void) => ({
    key,
    label,
    // Whoever does not see the mark is told.
    role: 'menuitemradio',
    'aria-checked': chosen,
    icon: <CheckOutlined style={{ visibility: chosen ? 'visible' : 'hidden' }} aria-hidden />,
    onClick: choose,
  });
  const sound = useChoice(CHOICE.sound) === 'on';
  const hearing = choice('sound', text('sound'), sound, () => {
    choose(CHOICE.sound, sound ? '' : 'on');
    // Heard at once, so that he knows it; a browser lets a page be heard once it was pressed.
    if (!sound) void chime();
  });
  return [
    {
      key: 'theme',
      type: 'group',
      label: text('theme'),
      children: THEMES.map((one) => choice(`theme-${one}`, text(one), theme === one, () => choose(CHOICE.theme, one))),
    },
    {
      key: 'density',
      type: 'group',
      label: text('density'),
      children: DENSITIES.map((one) =>
        choice(`density-${one}`, text(one), look.density === one, () => choose(CHOICE.density, one)),
      ),
    },
    {
      key: 'hearing',
      type: 'group',
      label: text('hearing'),
      children: [{ ...hearing, role: 'menuitemcheckbox' } as Items[number]],
    },
  ];
}
