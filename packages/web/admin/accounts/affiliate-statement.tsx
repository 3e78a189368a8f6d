import { AccountStatementScreen } from './statement.tsx';

export default function AffiliateStatement() {
  return <AccountStatementScreen kind="publisher" />;
}
