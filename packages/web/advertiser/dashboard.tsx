// The advertiser's first page: the greeting and the state of the account.
import { useSession } from '../kit/shell/session-context.ts';
import { useTitle } from '../kit/use-title.ts';
import { PageHeader } from '../ui/page-header.tsx';
import { StatusBadge } from '../ui/status-badge.tsx';

export default function Dashboard() {
  const { user } = useSession();
  useTitle('Dashboard');
  return (
    <PageHeader
      title={`Welcome back, ${user.first_name}`}
      note={
        <>
          Account status <StatusBadge status={user.status} />
        </>
      }
    />
  );
}
