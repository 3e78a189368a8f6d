// Nobody loses an hour's typing by a click on the menu: leaving with unsaved changes asks first.
import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { t } from '../../words/kit.ts';
import { confirmDialog } from '../dialogs/dialogs.tsx';

/** `lost`: what would be, in a sentence */
export function useLeaveGuard(unsaved: () => boolean, lost: string): void {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => unsaved() && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    const question = {
      title: t('leave.leaveWithoutSaving'),
      text: lost,
      confirm: t('leave.leave'),
      danger: true,
    };
    void confirmDialog(question).then((yes) => (yes ? blocker.proceed() : blocker.reset()));
  }, [blocker, lost]);
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (unsaved()) event.preventDefault();
    };
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [unsaved]);
}
