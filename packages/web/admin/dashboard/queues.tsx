// What waits for the account manager, each with the list that settles it. Nothing waiting is said, not hidden.
import type { Dashboard } from '@tributary/contract/dashboards';
import { Link } from 'react-router';
import { count } from '../../ui/format.ts';
import { IconChevronRight } from '../../ui/icons.ts';
import classes from './dashboard.module.css';

const queues: readonly { id: keyof Dashboard['queues']; label: string; to: string }[] = [
  { id: 'pending_publishers', label: 'Affiliates to approve', to: '/am/affiliates?status=pending' },
  { id: 'pending_advertisers', label: 'Advertisers to approve', to: '/am/advertisers?status=pending' },
  { id: 'offer_requests', label: 'Offer requests', to: '/am/offers/requests' },
  { id: 'pending_offers', label: 'Pending offers', to: '/am/offers?status=pending' },
  { id: 'pending_conversions', label: 'Conversions to decide', to: '/am/reports/conversions?waits_for=person' },
  { id: 'conversion_requests', label: 'Requests to answer', to: '/am/reports/conversions/requests?state=open' },
  { id: 'late_lots', label: 'Came late, to book', to: '/am/reports/conversions/late?state=waiting' },
  { id: 'failing_postbacks', label: 'Failing postbacks', to: '/am/affiliates/postbacks?failing=1' },
  { id: 'full_caps', label: 'Caps at 80% or more', to: '/am/reports/caps/pacing?at_least=80' },
];

export function Queues({ dashboard }: { dashboard: Dashboard | undefined }) {
  return (
    <section className={classes.card} aria-labelledby="queues">
      <h2 id="queues" className={classes.cardTitle}>
        Needs attention
      </h2>
      <ul className={classes.queues}>
        {queues.map(({ id, label, to }) => {
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
