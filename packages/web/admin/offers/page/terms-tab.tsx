// What priced clicks and conversions, and from when until when: every change of price, type, currency, advertiser, rules or
// caps is a version of its own, and what came before it keeps the price it had.
import { lotRoutes } from '@tributary/contract/lots';
import { capActions } from '@tributary/contract/offer-terms';
import type { ResultOf } from '@tributary/contract/route';
import { call } from '../../../kit/api.ts';
import { Facts, LoadedRecord } from '../../../kit/log-page/details.tsx';
import { count, dateTime, money } from '../../../ui/format.ts';
import { metricWords, periodWords } from '../../caps/words.ts';
import classes from '../form/offer-form.module.css';
import type { OfferRecord } from '../form/wire.ts';

type Version = ResultOf<typeof lotRoutes.offerTermsVersions>['rows'][number];
const SHOWN = 100;

export function TermsTab({ offer }: { offer: OfferRecord }) {
  return (
    <LoadedRecord
      of={['offer-terms', `${offer.id}/${offer.version}`]}
      load={(context) =>
        call(lotRoutes.offerTermsVersions, { params: { id: offer.id }, query: { limit: SHOWN } }, context)
      }
    >
      {({ rows, next }) => (
        <>
          <p className={classes.hint}>
            A click or conversion is priced by the version in force at its own moment. A change is in force from the
            moment it is saved; what was booked stays as it is.
          </p>
          <ol className={classes.history}>
            {rows.map((version) => (
              <li key={version.version} className={classes.card}>
                <div className={classes.historyHead}>
                  <strong>Version {version.version}</strong>
                  <span>{inForce(version)}</span>
                </div>
                <Facts facts={factsOf(version)} />
              </li>
            ))}
          </ol>
          {next !== null && <p className={classes.hint}>The newest {SHOWN} versions are shown.</p>}
        </>
      )}
    </LoadedRecord>
  );
}

function inForce({ in_force_from: from, in_force_until: until }: Version): string {
  const since = from === null ? 'from the beginning' : `from ${dateTime(from)}`;
  if (until === null) return `In force ${since}`;
  return until === from ? 'Replaced at once' : `In force ${since} until ${dateTime(until)}`;
}

const worth = (amount: string, percent: number | null, currency: string): string =>
  percent === null ? money(amount, currency) : `${percent}% of the sale`;

function factsOf({ offer_type, currency, advertiser, goals, payout_rules, caps }: Version) {
  const limit = (cap: Version['caps'][number]) =>
    cap.metric === 'clicks' || cap.metric === 'conversions' ? count(Number(cap.limit)) : money(cap.limit, currency);
  return [
    ['Type', offer_type],
    ['Currency', currency],
    ['Advertiser', `${advertiser.name} (${advertiser.number})`],
    ...goals.map(
      (goal) =>
        [
          goal.name,
          `earns ${worth(goal.revenue, goal.revenue_percent, currency)}, pays ${worth(goal.payout, goal.payout_percent, currency)}`,
        ] as const,
    ),
    ['Payout rules', payout_rules > 0 && count(payout_rules)],
    ...caps.map(
      (cap) =>
        [
          `Cap on ${metricWords[cap.metric].toLowerCase()} ${periodWords[cap.period].toLowerCase()}`,
          `${limit(cap)}: ${capActions[cap.action]}`,
          'wide',
        ] as const,
    ),
  ] as const;
}
