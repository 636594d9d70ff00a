import type { ReactNode } from 'react';
import { useEnterprise } from '../../api/enterprise.ts';
import { plantMoment } from '../../api/plant-clock.ts';
import { useSession } from '../../api/session.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { useScreenText } from '../texts/texts.ts';
import { greetingOf } from './greeting.ts';
import styles from './section.module.css';

/** Greets the person by the hour, with the company that he works in, his department there and the date; `actions` stand at the right. */
export function GreetingHeader({ actions }: { readonly actions?: ReactNode }) {
  const text = useScreenText();
  const user = useSession((state) => state.userInfo);
  const now = plantMoment();
  const entered = useSession((state) => state.companyTenantId);
  const company = useEnterprise(({ config }) => (config.tenantId === entered ? config.tenantName : ''));
  // People of the head department have the company's name twice; whoever has entered another company has no place there.
  const own = entered === '' ? [user?.tenantName, user?.deptName] : [company];
  const places = [...new Set(own)].filter(Boolean);
  const name = user?.realName || user?.name || user?.account || '';
  return (
    <PageHeader
      title={text('greeting.line', { greeting: text(`greeting.${greetingOf(now.hour())}`), name })}
      actions={actions}
      purpose={
        <>
          {places.map((place) => `${place} · `)}
          <span className={styles.whole}>{now.format('YYYY-MM-DD dddd')}</span>
        </>
      }
    />
  );
}
