import { Skeleton } from 'antd';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { useScreenText } from '../../texts/texts.ts';
import { useScreens } from '../program/useScreens.ts';
import styles from './ScreenChoice.module.css';

/** The screens of the company, each with its own address. */
export function ScreenChoice({ address }: { address: (id: string) => string }) {
  const text = useScreenText();
  const { screens, problem } = useScreens();
  if (problem !== undefined) return <ErrorState title={text('led.screens.failed')} message={problem} />;
  if (screens === undefined) return <Skeleton active />;
  if (screens.length === 0) return <EmptyState title={text('led.screens.none')} />;
  return (
    <>
      <p>{text('led.choose')}</p>
      <ul className={styles.list}>
        {screens.map(({ id, label, detail }) => (
          <li key={id}>
            <a href={address(id)}>{label}</a>
            {detail === undefined ? null : <span className={styles.detail}>{detail}</span>}
          </li>
        ))}
      </ul>
    </>
  );
}
