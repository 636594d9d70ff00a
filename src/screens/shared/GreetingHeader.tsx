import dayjs from 'dayjs';
import { useSession } from '../../api/session.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { useText } from '../texts/texts.ts';
import { greetingOf } from './greeting.ts';

/** Greets the person by the hour, with company, department and date. */
export function GreetingHeader() {
  const text = useText();
  const user = useSession((state) => state.userInfo);
  const now = dayjs();
  const name = user?.realName || user?.name || user?.account || '';
  return (
    <PageHeader
      title={text('greeting.line', { greeting: text(`greeting.${greetingOf(now.hour())}`), name })}
      purpose={[user?.tenantName, user?.deptName, now.format('YYYY-MM-DD dddd')].filter(Boolean).join(' · ')}
    />
  );
}
