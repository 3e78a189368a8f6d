import { AccountSettings } from '../../kit/profile/account-settings.tsx';

export default function Settings() {
  return <AccountSettings />;
}
