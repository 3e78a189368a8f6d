// What waits for the account manager, each with the list that settles it. Nothing waiting is said, not hidden.
import { type Dashboard, type Queue, queueSections } from '@tributary/contract/reports/dashboards';
import { Link } from 'react-router';
import { isOpen } from '../../kit/shell/menu.ts';
import { useSession } from '../../kit/shell/session-context.ts';
import { count } from '../../ui/format.ts';
import { IconChevronRight } from '../../ui/icons.ts';
import { t } from '../../words/admin.ts';
import classes from './dashboard.module.css';

const queues: readonly { id: Queue; label: string; to: string }[] = [
  { id: 'pending_publishers', label: t('dashboard.affiliatesToApprove'), to: '/am/affiliates?status=pending' },
  { id: 'pending_advertisers', label: t('dashboard.advertisersToApprove'), to: '/am/advertisers?status=pending' },
  { id: 'offer_requests', label: t('dashboard.offerRequests'), to: '/am/offers/requests' },
  { id: 'pending_offers', label: t('dashboard.pendingOffers'), to: '/am/offers?status=pending' },
  {
    id: 'pending_conversions',
    label: t('dashboard.conversionsToDecide'),
    to: '/am/reports/conversions?waits_for=person',
  },
  {
    id: 'conversion_requests',
    label: t('dashboard.requestsToAnswer'),
    to: '/am/reports/conversions/requests?state=open',
  },
  { id: 'late_lots', label: t('dashboard.cameLateToBook'), to: '/am/reports/conversions/late?state=waiting' },
  { id: 'failing_postbacks', label: t('dashboard.failingPostbacks'), to: '/am/affiliates/postbacks?failing=1' },
  { id: 'failed_payments', label: t('dashboard.failedPayments'), to: '/am/affiliates/billing/payments/all?unpaid=1' },
  { id: 'open_appeals', label: t('dashboard.openAppeals'), to: '/am/affiliates/billing/appeals?state=open' },
  { id: 'overdue_disputes', label: t('dashboard.overdueDisputes'), to: '/am/billing/disputes?overdue=1' },
  { id: 'overdue_invoices', label: t('dashboard.overdueInvoices'), to: '/am/advertisers/billing/invoices?overdue=1' },
  { id: 'full_caps', label: t('dashboard.capsAt80OrMore'), to: '/am/reports/caps/pacing?at_least=80' },
];

export function Queues({ dashboard }: { dashboard: Dashboard | undefined }) {
  const grants = useSession().role?.sections ?? null;
  // nobody is sent to a list that his role does not open
  const open = queues.filter(({ id }) => isOpen({ section: queueSections[id] }, grants));
  if (open.length === 0) return null;
  return (
    <section className={classes.card} aria-labelledby="queues">
      <h2 id="queues" className={classes.cardTitle}>
        {t('dashboard.needsAttention')}
      </h2>
      <ul className={classes.queues}>
        {open.map(({ id, label, to }) => {
          const waiting = dashboard?.queues[id];
          return (
            <li key={id}>
              <Link to={to} data-waiting={waiting ? true : undefined}>
                <span>{label}</span>
                <b>{waiting === undefined ? '…' : count(waiting)}</b>
                <IconChevronRight size={16} aria-hidden />
              </Link>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
