// Over every page while the second factor that the workspace demands is still to be set up: how long there is, and where.

import { LinkButton } from '../../kit/link-button.tsx';
import { useSession } from '../../kit/shell/session-context.ts';
import { IconShieldCheck } from '../../ui/icons.ts';
import { t } from '../../words/kit.ts';
import { TWO_FACTOR } from '../security/anchor.ts';
import classes from './notice.module.css';

const DAY_SECONDS = 86_400;
const settingsOf = {
  admin: '/am/profile',
  publisher: '/publisher/profile/settings',
  advertiser: '/advertiser/profile/settings',
} as const;

export function TwoFactorBanner() {
  const { two_factor, type, impersonated_by } = useSession();
  const { due_at, must_set_up } = two_factor;
  if (due_at === null || must_set_up || impersonated_by) return null;
  const days = Math.max(1, Math.ceil((due_at - Date.now() / 1_000) / DAY_SECONDS));
  return (
    <section className={classes.notice} aria-label={t('security.twoFactor')}>
      <span className={classes.words}>
        <IconShieldCheck size={18} aria-hidden />
        <span>{t('security.banner', { count: days })}</span>
      </span>
      <LinkButton size="xs" variant="default" to={`${settingsOf[type]}#${TWO_FACTOR}`}>
        {t('security.setUp')}
      </LinkButton>
    </section>
  );
}
