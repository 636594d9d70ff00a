import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { openOffline } from '../../../api/kept/open-offline.ts';
import { useSession } from '../../../api/session.ts';
import { useScreenText } from '../../texts/texts.ts';
import { playing } from '../program/playing.ts';
import { Stage } from '../program/Stage.tsx';
import { showsTickets } from '../program/screen-programs.ts';
import { useMedia } from '../program/useMedia.ts';
import { usePlantSecond } from '../program/usePlantSecond.ts';
import { screenPlace, useScreenPrograms } from '../program/useScreenPrograms.ts';
import { useTicketRows } from '../program/useTicketRows.ts';
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
  const media = useMedia(screenPlace(id, tenantId), tenantId, screen?.programs);
  const tickets = useTicketRows(tenantId, showsTickets(screen));
  // What plays opens again after its machine was started without a network, where browsers allow it.
  useEffect(() => void openOffline().catch(() => {}), []);
  if (screen === undefined) {
    const said = { loading: '', playing: '', gone: text('led.gone'), away: text('led.away') }[state];
    return (
      <main className={styles.said} role="status">
        {said}
      </main>
    );
  }
  return (
    <main aria-label={screen.name} className={styles.wall}>
      <Stage now={playing(screen, time)} width={null} height={null} media={media} tickets={tickets} />
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
