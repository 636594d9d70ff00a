import {
  ArrowDownOutlined,
  ArrowUpOutlined,
  CheckOutlined,
  CloseOutlined,
  PlusOutlined,
  SearchOutlined,
} from '@ant-design/icons';
import { Button, Input } from 'antd';
import { useState } from 'react';
import { Dialog } from '../../../ui/Dialog.tsx';
import { type Favourite, favouritesWithout, moveFavourite } from '../../shared/favourites.ts';
import type { PageChoice } from '../../shared/page-choices.ts';
import { useScreenText } from '../../texts/texts.ts';
import styles from './ShortcutsDialog.module.css';

/** Chooses pinned pages and their order; each press is kept at once. */
export function ShortcutsDialog({
  open,
  pages,
  pinned,
  onChange,
  onClose,
}: {
  open: boolean;
  pages: readonly PageChoice[];
  pinned: readonly Favourite[];
  onChange: (pages: readonly Favourite[]) => void;
  onClose: () => void;
}) {
  const text = useScreenText();
  const [keyword, setKeyword] = useState('');
  const gone = ({ path }: Favourite) => pages.every((page) => page.path !== path);
  const named = (own: Favourite) => pages.find(({ path }) => path === own.path)?.title ?? own.title;
  const wanted = keyword.trim();
  const found = pages.filter((page) => page.title.includes(wanted) || page.group.includes(wanted));
  return (
    <Dialog
      open={open}
      title={text('overview.shortcuts')}
      width={640}
      onClose={onClose}
      footer={
        <Button type="primary" onClick={onClose}>
          {text('overview.shortcuts.done')}
        </Button>
      }
    >
      <div className={styles.columns}>
        <section>
          <h3 className={styles.title}>{text('overview.shortcuts.all')}</h3>
          <Input
            allowClear
            autoFocus
            prefix={<SearchOutlined aria-hidden />}
            placeholder={text('overview.shortcuts.search')}
            aria-label={text('overview.shortcuts.search')}
            value={keyword}
            onChange={(event) => setKeyword(event.target.value)}
          />
          <ul className={styles.list}>
            {found.map((page) => {
              const pin = pinned.some(({ path }) => path === page.path);
              return (
                <li key={page.path}>
                  <span className={styles.name}>
                    {page.title}
                    <small>{page.group}</small>
                  </span>
                  <Button
                    type="text"
                    size="small"
                    aria-pressed={pin}
                    aria-label={text(pin ? 'overview.shortcuts.remove' : 'overview.shortcuts.pin', {
                      title: page.title,
                    })}
                    icon={pin ? <CheckOutlined /> : <PlusOutlined />}
                    onClick={() => onChange(pin ? favouritesWithout(pinned, page.path) : [...pinned, page])}
                  />
                </li>
              );
            })}
            {found.length === 0 ? <li>{text('overview.shortcuts.noMatch', { keyword: wanted })}</li> : null}
          </ul>
        </section>
        <section>
          <h3 className={styles.title}>{text('overview.shortcuts.chosen', { count: pinned.length })}</h3>
          <ul className={styles.list}>
            {pinned.map((page, index) => (
              <li key={page.path}>
                <span className={styles.name}>
                  {named(page)}
                  {gone(page) ? <small>{text('overview.shortcuts.gone')}</small> : null}
                </span>
                <Button
                  type="text"
                  size="small"
                  icon={<ArrowUpOutlined />}
                  disabled={index === 0}
                  aria-label={text('overview.shortcuts.up', { title: named(page) })}
                  onClick={() => onChange(moveFavourite(pinned, page.path, -1))}
                />
                <Button
                  type="text"
                  size="small"
                  icon={<ArrowDownOutlined />}
                  disabled={index === pinned.length - 1}
                  aria-label={text('overview.shortcuts.down', { title: named(page) })}
                  onClick={() => onChange(moveFavourite(pinned, page.path, 1))}
                />
                <Button
                  type="text"
                  size="small"
                  icon={<CloseOutlined />}
                  aria-label={text('overview.shortcuts.remove', { title: named(page) })}
                  onClick={() => onChange(favouritesWithout(pinned, page.path))}
                />
              </li>
            ))}
          </ul>
        </section>
      </div>
    </Dialog>
  );
}
