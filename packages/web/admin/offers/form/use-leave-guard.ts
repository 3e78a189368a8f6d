// Nobody loses an hour's typing by a click on the menu: leaving with unsaved changes asks first.
import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { confirmDialog } from '../../../kit/dialogs.tsx';

export function useLeaveGuard(unsaved: () => boolean): void {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => unsaved() && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    const question = {
      title: 'Leave without saving?',
      text: 'What you changed on this offer will be lost.',
      confirm: 'Leave',
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
