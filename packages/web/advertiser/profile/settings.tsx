import { AccountSettings } from '../../features/profile/account-settings.tsx';

export default function Settings() {
  return <AccountSettings />;
}
