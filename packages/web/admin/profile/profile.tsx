import { AccountSettings } from '../../kit/profile/account-settings.tsx';

export default function Profile() {
  return <AccountSettings title="Profile" />;
}
