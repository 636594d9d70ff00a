import { App } from 'antd';
import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { reloadAccess, useAccess } from '../../api/access.ts';
import { subscribeEvents } from '../../api/events.ts';
import { sessionEndedChannel } from '../../api/faults.ts';
import { findKept, keptOwner } from '../../api/kept/kept-owner.ts';
import { onMetadataChange } from '../../api/metadata.ts';
import { session, useSession } from '../../api/session.ts';
import { fetchInfo } from '../../api/system.ts';
import { useAppText } from '../i18n/texts.ts';
import { endSession } from './end-session.ts';
import { listenToMessages } from './message-events.ts';
import { followOtherTabs } from './other-tabs.ts';
import { followOwnLook } from './own-look.ts';
import { startTokenRefresh } from './token-refresh.ts';

/** Everything that runs beside the pages: token refresh, other tabs, messages, the end of a session, changed metadata. */
export function useSessionServices(): void {
  const navigate = useNavigate();
  const { message } = App.useApp();
  const text = useAppText();
  const signedIn = useSession((state) => state.token !== '' && state.userInfo !== null);

  useEffect(startTokenRefresh, []);
  useEffect(followOtherTabs, []);
  useEffect(followOwnLook, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: begun anew for whoever is signed in now.
  useEffect(sendWhatIsKept, [signedIn]);
  useEffect(() => listenToMessages(() => navigate('/', { replace: true })), [navigate]);
  useEffect(
    () =>
      sessionEndedChannel.on(() => {
        // Several calls may fail together; only the first one ends a session.
        if (session().token !== '') {
          endSession();
          void message.open({ key: 'session-ended', type: 'warning', content: text('session.ended') });
        }
      }),
    [message, text],
  );
  useEffect(
    () =>
      subscribeEvents(({ topic }) => {
        // Every answer names the revision, whose change the pages follow; a page at rest asks for nothing by itself.
        if (topic === 'metadata') {
          fetchInfo().catch(() => {});
        }
      }),
    [],
  );
  useEffect(
    () =>
      onMetadataChange(() => {
        if (useAccess.getState().ready) {
          // Menu and buttons at hand stay when they cannot be read again now.
          reloadAccess().catch(() => {});
        }
      }),
    [],
  );
}

/** Sends what this device has kept of the person; the program for it comes only where something was ever kept. */
function sendWhatIsKept(): () => void {
  let end: (() => void) | undefined;
  let gone = false;
  const start = async (): Promise<void> => {
    if (keptOwner() === undefined || !(await findKept())) return;
    const { startKeptSender } = await import('../../api/kept/kept-sender.ts');
    if (!gone) end = startKeptSender();
  };
  // Without the program it is sent when its page is opened.
  start().catch(() => undefined);
  return () => {
    gone = true;
    end?.();
  };
}
