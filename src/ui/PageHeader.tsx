import { ArrowLeftOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import styles from './PageHeader.module.css';
import { useUiText } from './text/texts.ts';

/** Head of a page: title at the left with its tags and one line of purpose, actions at the right. */
export function PageHeader({
  title,
  purpose,
  tags,
  actions,
  onBack,
}: {
  title: ReactNode;
  purpose?: ReactNode;
  tags?: ReactNode;
  actions?: ReactNode;
  onBack?: (() => void) | undefined;
}) {
  const text = useUiText();
  return (
    <header className={styles.header}>
      <div className={styles.main}>
        {onBack ? (
          <Button type="text" icon={<ArrowLeftOutlined />} aria-label={text('action.back')} onClick={onBack} />
        ) : null}
        <div className={styles.texts}>
          <div className={styles.line}>
            <h1 className={styles.title}>{title}</h1>
            {tags}
          </div>
          {purpose ? <p className={styles.purpose}>{purpose}</p> : null}
        </div>
      </div>
      {actions ? <div className={styles.actions}>{actions}</div> : null}
    </header>
  );
}
