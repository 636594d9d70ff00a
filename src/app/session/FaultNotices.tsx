import { App } from 'antd';
import { useEffect } from 'react';
import { type FaultNotice, faultChannel } from '../../api/faults.ts';

/** Shows what failed calls have to say, as the error catalogue asks. */
export function FaultNotices() {
  const { message, notification } = App.useApp();
  useEffect(
    () =>
      faultChannel.on((notice: FaultNotice) => {
        // The text is the key: five calls that fail alike say so once.
        if (notice.kind === 'notification') {
          notification.error({ key: notice.message, title: notice.title, description: notice.message });
        } else {
          void message.open({ key: notice.message, type: notice.kind, content: notice.message, duration: 4 });
        }
      }),
    [message, notification],
  );
  return null;
}
