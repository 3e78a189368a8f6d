// The console's first page.
import { useSession } from '../kit/shell/session-context.ts';
import { useTitle } from '../kit/use-title.ts';
import { PageHeader } from '../ui/page-header.tsx';

export default function Dashboard() {
  const { user } = useSession();
  useTitle('Dashboard');
  return <PageHeader title="Dashboard" note={`Welcome back, ${user.first_name}`} />;
}
