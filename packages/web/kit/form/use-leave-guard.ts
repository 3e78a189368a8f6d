// Nobody loses an hour's typing by a click on the menu: leaving with unsaved changes asks first.
import { useEffect } from 'react';
import { type Location, useBlocker } from 'react-router';
import { t } from '../../words/kit.ts';
import { confirmDialog } from '../dialogs/dialogs.tsx';

const pathOf = ({ pathname }: Location) => pathname;

/** `lost`: what would be, in a sentence; `placeOf`: what of an address is another place */
export function useLeaveGuard(unsaved: () => boolean, lost: string, placeOf: (at: Location) => string = pathOf): void {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => unsaved() && placeOf(currentLocation) !== placeOf(nextLocation),
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
