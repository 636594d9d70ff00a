import { useLocation } from 'react-router-dom';
import { useSession } from '../../../api/session.ts';
import { useScreenText } from '../../texts/texts.ts';
import { playing } from '../program/playing.ts';
import { Stage } from '../program/Stage.tsx';
import { usePlantSecond } from '../program/usePlantSecond.ts';
import { useScreenPrograms } from '../program/useScreenPrograms.ts';
import styles from './LedViewPage.module.css';
import { ScreenChoice } from './ScreenChoice.tsx';

/** What an LED screen plays, without login: `screen` of the address says which, `tenantId` whose. */
export function LedViewPage() {
  const { search } = useLocation();
  const given = new URLSearchParams(search);
  const screen = given.get('screen')?.trim() ?? '';
  const tenantId = given.get('tenantId')?.trim() || undefined;
  return screen === '' ? <Unnamed /> : <Player screen={screen} tenantId={tenantId} />;
}

function Player({ screen: id, tenantId }: { screen: string; tenantId: string | undefined }) {
  const text = useScreenText();
  const time = usePlantSecond();
  const { state, screen } = useScreenPrograms(id, tenantId);
  if (screen === undefined) {
    const said = { loading: '', playing: '', gone: text('led.gone'), away: text('led.away') }[state];
    return (
      <main className={styles.said} role="status">
        {said}
      </main>
    );
  }
  const now = playing(screen, time);
  return (
    <main aria-label={screen.name} className={styles.wall}>
      <Stage program={now?.program} since={now?.since ?? 0} width={null} height={null} />
    </main>
  );
}

/** An address without a screen: whoever is signed in chooses one, others are told how an address is made. */
function Unnamed() {
  const text = useScreenText();
  const signedIn = useSession((state) => state.token !== '');
  const tenantId = useSession((state) => state.userInfo?.tenantId ?? state.tenantId);
  return (
    <main className={styles.choice}>
      <h1>{text('led.view')}</h1>
      {signedIn ? (
        <ScreenChoice address={(id) => `/led?${new URLSearchParams({ screen: id, tenantId })}`} />
      ) : (
        <p>{text('led.unnamed')}</p>
      )}
    </main>
  );
}
