// Over every page of the console: that the workspace is read-only, and on a phone what is left of the trial, for which
// the header has no room there.

import { usePhone } from '../../kit/use-width.ts';
import { IconAlertTriangle } from '../../ui/icons.ts';
import { t } from '../../words/kit.ts';
import classes from './notice.module.css';
import { TrialBadge } from './trial-badge.tsx';
import { useWorkspace } from './use-workspace.ts';

export function ConsoleNotice() {
  const workspace = useWorkspace();
  const phone = usePhone();
  if (workspace?.read_only) {
    return (
      <section className={classes.notice} aria-label={t('shell.readOnly')}>
        <span className={classes.words}>
          <IconAlertTriangle size={18} aria-hidden />
          <span>{t('shell.thisWorkspaceIsReadOnly')}</span>
        </span>
      </section>
    );
  }
  if (!phone || !workspace?.trial) return null;
  return (
    <section className={classes.notice} aria-label={t('shell.freeTrial')}>
      {t('shell.freeTrial')} <TrialBadge />
    </section>
  );
}
