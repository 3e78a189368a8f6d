// Nobody loses an hour's typing by a click on the menu: leaving with unsaved changes asks first.
import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { confirmDialog } from '../../../kit/dialogs/dialogs.tsx';
import { t } from '../../../words/admin.ts';

export function useLeaveGuard(unsaved: () => boolean): void {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => unsaved() && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    const question = {
      title: t('offers.leaveWithoutSaving'),
      text: t('offers.whatYouChangedOnThis'),
      confirm: t('offers.leave'),
      danger: true,
    };
    void confirmDialog(question).then((yes) => (yes ? blocker.proceed() : blocker.reset()));
  }, [blocker]);
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (unsaved()) event.preventDefault();
    };
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [unsaved]);
}
