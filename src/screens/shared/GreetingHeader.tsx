import { plantMoment } from '../../api/plant-clock.ts';
import { useSession } from '../../api/session.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { useScreenText } from '../texts/texts.ts';
import { greetingOf } from './greeting.ts';

/** Greets the person by the hour, with company, department and date. */
export function GreetingHeader() {
  const text = useScreenText();
  const user = useSession((state) => state.userInfo);
  const now = plantMoment();
  // People of the head department have the company's name twice.
  const places = [...new Set([user?.tenantName, user?.deptName])].filter(Boolean);
  const name = user?.realName || user?.name || user?.account || '';
  return (
    <PageHeader
      title={text('greeting.line', { greeting: text(`greeting.${greetingOf(now.hour())}`), name })}
      purpose={[...places, now.format('YYYY-MM-DD dddd')].join(' · ')}
    />
  );
}
