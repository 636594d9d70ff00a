import { useContext, useEffect } from 'react';
import { UNSAFE_DataRouterContext, useBlocker } from 'react-router-dom';
import { useConfirm } from '../../ui/useConfirm.tsx';
import { runtimeText } from '../text.ts';

interface LeaveGuardProps {
  /** Whether leaving would lose something; read when it is about to happen. */
  readonly isDirty: () => boolean;
  /** Path under which moving is no leaving. */
  readonly within?: string | undefined;
}

/** Asks before the page is left with unsaved changes: by link, by back button, or by closing the window. */
export function LeaveGuard(props: LeaveGuardProps) {
  const { isDirty } = props;
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (isDirty()) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isDirty]);
  // Only a data router can hold a move back.
  const data = useContext(UNSAFE_DataRouterContext);
  return data === null ? null : <MoveGuard {...props} />;
}

function MoveGuard({ isDirty, within }: LeaveGuardProps) {
  const confirm = useConfirm();
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    if (currentLocation.pathname === nextLocation.pathname) return false;
    if (within !== undefined && nextLocation.pathname.startsWith(within)) return false;
    return isDirty();
  });
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    void confirm({
      title: runtimeText('form.leave'),
      consequence: runtimeText('form.leave.hint'),
      okText: runtimeText('form.leave.ok'),
      cancelText: runtimeText('form.leave.stay'),
      danger: true,
    }).then((leave) => (leave ? blocker.proceed() : blocker.reset()));
  }, [blocker, confirm]);
  return null;
}
