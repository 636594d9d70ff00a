import { App } from 'antd';
import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { reloadAccess, useAccess } from '../../api/access.ts';
import { subscribeEvents } from '../../api/events.ts';
import { sessionEndedChannel } from '../../api/faults.ts';
import { onMetadataChange } from '../../api/metadata.ts';
import { session } from '../../api/session.ts';
import { fetchInfo } from '../../api/system.ts';
import { useAppText } from '../i18n/texts.ts';
import { endSession } from './end-session.ts';
import { listenToMessages } from './message-events.ts';
import { followOtherTabs } from './other-tabs.ts';
import { startTokenRefresh } from './token-refresh.ts';

/** Everything that runs beside the pages: token refresh, other tabs, messages, the end of a session, changed metadata. */
export function useSessionServices(): void {
  const navigate = useNavigate();
  const { message } = App.useApp();
  const text = useAppText();

  useEffect(startTokenRefresh, []);
  useEffect(followOtherTabs, []);
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
