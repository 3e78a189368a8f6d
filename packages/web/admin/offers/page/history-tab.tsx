// Who changed what and when: field by field, before and after, in the words of the form.
import { Anchor } from '@mantine/core';
import { changeLogRoutes } from '@tributary/contract/logs/change-log';
import { actionWords } from '@tributary/contract/logs/trail-actions';
import { Link } from 'react-router';
import { useMay } from '../../../kit/shell/permissions.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { dateTime, relativeDate } from '../../../ui/format.ts';
import { t } from '../../../words/admin.ts';
import { said } from '../../../words/said.ts';
import { fieldLabel, optionLabel } from '../form/field-label.ts';
import classes from '../form/offer-form.module.css';
import type { OfferRecord } from '../form/wire.ts';
import { type About, isList, listChanges, valueWords } from './change-words.ts';

type Change = OfferRecord['history'][number];

/** an entry of one list alone says which by its action */
export const listOfAction: Readonly<Record<string, string>> = {
  'offer.caps-changed': 'caps',
  'offer.payout-rules-changed': 'payout_rules',
  'offer.targets-changed': 'targets',
  'offer.creatives-changed': 'creatives',
  'offer.kpi-targets-changed': 'kpi_targets',
};

export function HistoryTab({ offer }: { offer: OfferRecord }) {
  const mayReadLogs = useMay()(changeLogRoutes.changeLog);
  if (offer.history.length === 0) {
    return <EmptyState title={t('offers.noChangesYet')} text={t('offers.everyChangeOfThisOffer')} />;
  }
  const about = { currency: offer.fields.currency, named: offer.named, choice: optionLabel };
  return (
    <>
      {mayReadLogs && (
        <p className={classes.historyMore}>
          <Anchor component={Link} to={`/am/account/changes?object_id=${offer.id}`}>
            {t('logs.inTheChangeLogs')}
          </Anchor>
        </p>
      )}
      <ol className={classes.history}>
        {offer.history.map((change) => (
          <li key={change.id} className={classes.card}>
            <div className={classes.historyHead}>
              <strong>{said(actionWords(change.action))}</strong>
              <span>{change.actor}</span>
              <time title={dateTime(change.at)}>{relativeDate(change.at)}</time>
            </div>
            <Changes change={change} about={about} />
          </li>
        ))}
      </ol>
    </>
  );
}

function Changes({ change, about: today }: { change: Change; about: About }) {
  const [before, after] = [change.before ?? {}, change.after ?? {}];
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  if (names.length === 0) return null;
  // amounts of an entry that changed the currency are in the one it changed to
  const about = { ...today, currency: String(after.currency ?? today.currency) };
  return (
    <dl className={classes.changes}>
      {names.map((name) => {
        const field = name === 'list' ? (listOfAction[change.action] ?? name) : name;
        return (
          <div key={name} className={classes.change}>
            <dt>{fieldLabel(field)}</dt>
            <dd>
              {isList(field) ? (
                <ListChange field={field} before={before[name]} after={after[name]} about={about} />
              ) : (
                <>
                  {change.before !== null && <del>{valueWords(field, before[name], about)}</del>}{' '}
                  <ins data-new={change.before === null || undefined}>{valueWords(field, after[name], about)}</ins>
                </>
              )}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

export function ListChange({
  field,
  before,
  after,
  about,
}: {
  field: string;
  before: unknown;
  after: unknown;
  about: About;
}) {
  const { gone, come } = listChanges(field, before, after, about);
  return (
    <>
      {gone.map((row) => (
        <div key={row}>
          <del>{row}</del>
        </div>
      ))}
      {come.map((row) => (
        <div key={row}>
          <ins data-new>{row}</ins>
        </div>
      ))}
    </>
  );
}
