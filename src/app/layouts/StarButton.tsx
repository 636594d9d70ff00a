import { StarFilled, StarOutlined } from '@ant-design/icons';
import { App } from 'antd';
import type { MouseEvent } from 'react';
import { MOST_FAVOURITES, toggleFavourite, USUAL_SHOWN, useOwnPages } from '../../screens/shared/favourites.ts';
import { usePageChoices } from '../../screens/shared/page-choices.ts';
import { useAppText } from '../i18n/texts.ts';
import styles from './own-pages.module.css';

/** Stars a page, which then stands at the top of the menu, or takes the star away; shown on demand unless `always`. */
export function StarButton({ path, title, always = false }: { path: string; title: string; always?: boolean }) {
  const text = useAppText();
  const { message } = App.useApp();
  const { own, isChosen } = useOwnPages(usePageChoices(), USUAL_SHOWN);
  const starred = isChosen && own.some((one) => one.path === path);
  const press = (event: MouseEvent): void => {
    // The entry below it would open.
    event.preventDefault();
    event.stopPropagation();
    const before = isChosen ? own : own.filter((one) => one.path !== path);
    if (!toggleFavourite({ path, title }, before)) {
      void message.warning(text('favourites.most', { most: MOST_FAVOURITES }));
    }
  };
  return (
    <button
      type="button"
      className={[styles.star, always && styles.always].filter(Boolean).join(' ')}
      aria-pressed={starred}
      aria-label={text('favourites.star', { title })}
      title={text(starred ? 'favourites.unstar' : 'favourites.add')}
      onClick={press}
      // The menu around it takes keys for its own.
      onKeyDown={(event) => event.stopPropagation()}
    >
      {starred ? <StarFilled aria-hidden /> : <StarOutlined aria-hidden />}
    </button>
  );
}
