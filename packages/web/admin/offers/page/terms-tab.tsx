// What priced clicks and conversions, and from when until when: every change of price, type, currency, advertiser, rules or
// caps is a version of its own, and what came before it keeps the price it had.
import { lotRoutes } from '@tributary/contract/conversions/lots';
import type { ResultOf } from '@tributary/contract/route';
import { call } from '../../../kit/api/api.ts';
import { Facts, LoadedRecord } from '../../../kit/log-page/details.tsx';
import { dateTime, dateTimeToSecond } from '../../../ui/format.ts';
import { t } from '../../../words/admin.ts';
import classes from '../form/offer-form.module.css';
import type { OfferRecord } from '../form/wire.ts';
import { capWords, ruleWords, worthText } from './change-words.ts';

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
          <p className={classes.hint}>{t('offers.aClickOrConversionIs')}</p>
          <ol className={classes.history}>
            {rows.map((version, index) => (
              <li key={version.version} className={classes.card}>
                <div className={classes.historyHead}>
                  <strong>{t('offers.versionNumber', { version: version.version })}</strong>
                  <span>{inForce(version, rows)}</span>
                </div>
                <Facts facts={linesOf(version).map(([label, text]) => [label, text, 'wide'] as const)} />
                {rows[index + 1] && <Changed version={version} before={rows[index + 1] as Version} />}
              </li>
            ))}
          </ol>
          {next !== null && <p className={classes.hint}>{t('offers.newestVersions', { shown: SHOWN })}</p>}
        </>
      )}
    </LoadedRecord>
  );
}

/** to the second where several versions lie within a minute */
function inForce({ in_force_from: from, in_force_until: until }: Version, rows: readonly Version[]): string {
  const minutes = rows.flatMap((row) => (row.in_force_from === null ? [] : Math.floor(row.in_force_from / 60)));
  const time = (at: number) =>
    minutes.filter((minute) => minute === Math.floor(at / 60)).length > 1 ? dateTimeToSecond(at) : dateTime(at);
  const since = from === null ? t('offers.fromTheBeginning') : t('offers.from', { from: time(from) });
  if (until === null) return t('offers.inForce', { since });
  return until === from
    ? t('offers.replacedAtOnceAt', { until: dateTimeToSecond(until) })
    : t('offers.inForceUntil', { since, until: time(until) });
}

type Line = readonly [label: string, text: string];

/** each line of the terms, by what it is about; lines of one label are told apart by their text */
function linesOf({ offer_type, currency, advertiser, goals, rules, caps }: Version): Line[] {
  return [
    [t('offers.type'), offer_type],
    [t('offers.currency'), currency],
    [t('common.advertiser'), `${advertiser.name} (${advertiser.number})`],
    ...goals.map(
      (goal): Line => [
        t('offers.goal2', { name: goal.name }),
        t('offers.earnsPays2', {
          revenue: worthText(goal.revenue, goal.revenue_percent, currency),
          payout: worthText(goal.payout, goal.payout_percent, currency),
        }),
      ],
    ),
    ...rules.map((rule, index): Line => [t('offers.payoutRule', { index: index + 1 }), ruleWords(rule, currency)]),
    ...caps.map((cap): Line => [t('common.cap'), capWords(cap, currency, cap.publisher_name)]),
  ];
}

/** a rule's place in the order is no part of what it says */
const lineKey = ([label, text]: Line): string => `${label.replace(/^(Payout rule) \d+$/, '$1')}: ${text}`;

/** against the version before: what came and what went */
function differences(version: Version, before: Version) {
  const [now, old] = [linesOf(version).map(lineKey), linesOf(before).map(lineKey)];
  return { come: now.filter((line) => !old.includes(line)), gone: old.filter((line) => !now.includes(line)) };
}

function Changed({ version, before }: { version: Version; before: Version }) {
  const { come, gone } = differences(version, before);
  if (come.length + gone.length === 0) return null;
  return (
    <dl className={classes.changes}>
      <div className={classes.change}>
        <dt>{t('offers.changedAgainst', { version: before.version })}</dt>
        <dd>
          {gone.map((line) => (
            <div key={line}>
              <del>{line}</del>
            </div>
          ))}
          {come.map((line) => (
            <div key={line}>
              <ins data-new>{line}</ins>
            </div>
          ))}
        </dd>
      </div>
    </dl>
  );
}
