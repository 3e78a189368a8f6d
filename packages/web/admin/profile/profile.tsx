import { AccountSettings } from '../../features/profile/account-settings.tsx';
import { t } from '../../words/admin.ts';

export default function Profile() {
  return <AccountSettings title={t('common.profile')} />;
}
