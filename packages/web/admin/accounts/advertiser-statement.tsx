import { AccountStatementScreen } from './statement.tsx';

export default function AdvertiserStatement() {
  return <AccountStatementScreen kind="advertiser" />;
}
