// Settings › General, without a tab chosen: the first that the role opens.
import { Navigate } from 'react-router';
import { isOpen } from '../../kit/shell/menu.ts';
import { useSession } from '../../kit/shell/session-context.ts';
import { generalTabs } from './tabs.ts';

export default function General() {
  const grants = useSession().role?.sections ?? null;
  const first = generalTabs.find((tab) => isOpen(tab, grants));
  return <Navigate to={first?.to ?? '/am/dashboard'} replace />;
}
