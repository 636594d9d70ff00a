import type { ReactNode } from 'react';
import { plantMoment } from '../../api/plant-clock.ts';
import { useSession } from '../../api/session.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { useScreenText } from '../texts/texts.ts';
import { greetingOf } from './greeting.ts';

/** Greets the person by the hour, with company, department and date; `actions` stand at the right. */
export function GreetingHeader({ actions }: { readonly actions?: ReactNode }) {
  const text = useScreenText();
  const user = useSession((state) => state.userInfo);
  const now = plantMoment();
  // People of the head department have the company's name twice.
  const places = [...new Set([user?.tenantName, user?.deptName])].filter(Boolean);
  const name = user?.realName || user?.name || user?.account || '';
  return (
    <PageHeader
      title={text('greeting.line', { greeting: text(`greeting.${greetingOf(now.hour())}`), name })}
      actions={actions}
      purpose={[...places, now.format('YYYY-MM-DD dddd')].join(' · ')}
    />
  );
}
