// What a partner sees who was sent a link: his own side of one click or conversion, without signing in.
import { receiptOutcomes } from '@tributary/contract/conversions/outcomes';
import { explainRoutes, type SharedExplanation } from '@tributary/contract/trust/explain';
import { useEffect, useState } from 'react';
import { useParams } from 'react-router';
import own from '../features/explain/explain.module.css';
import { deliveryLines, documentLines, Lines, Part, paymentLines } from '../features/explain/parts.tsx';
import { DecisionView } from '../features/explain/steps.tsx';
import { verdictText } from '../features/explain/words.ts';
import { call } from '../kit/api/api.ts';
import { ApiError } from '../kit/api/api-error.ts';
import { brandOfPage } from '../kit/boot.ts';
import { nameOfCountry } from '../kit/inputs/country-selection.ts';
import { Facts, Section, Trace, Values } from '../kit/log-page/details.tsx';
import { FailedToLoad, Loading } from '../kit/shell/loading.tsx';
import { dateTime, money, words } from '../ui/format.ts';
import { StatusBadge } from '../ui/status-badge.tsx';
import { t } from '../words/explain.ts';
import { said } from '../words/said.ts';
import { SignInFrame } from './sign-in-frame.tsx';

type State = { shown: SharedExplanation } | { failed: unknown } | null;
const isGone = (error: unknown): boolean =>
  error instanceof ApiError && error.failure.kind === 'refused' && error.failure.status === 404;

export function Component() {
  const { token = '' } = useParams();
  const [state, setState] = useState<State>(null);
  const [tries, setTries] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another try asks again
  useEffect(() => {
    call(explainRoutes.sharedExplanation, { params: { token } })
      .then((shown) => setState({ shown }))
      .catch((failed: unknown) => setState({ failed }));
  }, [token, tries]);
  if (state === null) return <Loading whole />;
  if ('failed' in state) {
    return isGone(state.failed) ? (
      <SignInFrame title={t('goneTitle')} purpose={t('goneText')}>
        {null}
      </SignInFrame>
    ) : (
      <FailedToLoad error={state.failed} retry={() => setTries(tries + 1)} whole />
    );
  }
  const { shown } = state;
  return (
    <SignInFrame
      title={t('sharedTitle')}
      purpose={t('sharedPurpose', { brand: brandOfPage(), day: dateTime(shown.ends_at) })}
      wide
    >
      <div className={own.thread}>
        {shown.event && <EventPart shown={shown} event={shown.event} />}
        {shown.receipts.length > 0 && (
          <Part title={t('calls')}>
            {shown.receipts.map(({ at, outcome, goal, trace }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: they have no other name here
              <div key={index}>
                <p>
                  <StatusBadge status={said(receiptOutcomes[outcome])} tone={outcome === 'recorded' ? 'good' : 'bad'} />{' '}
                  {dateTime(at)} <span className={own.dim}>{goal}</span>
                </p>
                <Trace steps={trace.map((step) => ({ ...step, saw: '' }))} />
              </div>
            ))}
          </Part>
        )}
        {shown.conversions.map((conversion) => (
          <ConversionPart key={conversion.id} conversion={conversion} />
        ))}
      </div>
    </SignInFrame>
  );
}

function EventPart({ shown, event }: { shown: SharedExplanation; event: NonNullable<SharedExplanation['event']> }) {
  return (
    <Part title={t(`kind.${event.kind}`)}>
      <Facts
        facts={[
          [t('time'), dateTime(event.at)],
          [t('verdict'), verdictText(event.verdict)],
          [t('fact.offer'), event.offer && `${event.offer.name} (${event.offer.number})`],
          [t('network'), event.network],
          [t('fact.country'), event.country && nameOfCountry(event.country.toLowerCase())],
          [t('fact.city'), [event.city, event.region].filter(Boolean).join(', ')],
          [
            t('fact.device'),
            [event.device_type, event.os, event.browser].flatMap((part) => (part ? [words(part)] : [])).join(', '),
          ],
          [t('fact.source'), event.source],
          [t('clickId'), event.id, 'wide'],
        ]}
      />
      {Object.keys(event.params).length > 0 && (
        <Section title={t('parameters')}>
          <Values values={event.params} />
        </Section>
      )}
      {shown.decision && (
        <Section title={t('whyTitle')}>
          <DecisionView decision={shown.decision} />
        </Section>
      )}
    </Part>
  );
}

function ConversionPart({ conversion }: { conversion: SharedExplanation['conversions'][number] }) {
  const { currency, history, transfers, deliveries, documents, payments } = conversion;
  const sum = (amount: string | null) => (amount === null ? '' : money(amount, currency));
  return (
    <Part title={t('kind.conversion')}>
      <p>
        <StatusBadge status={conversion.status} /> {dateTime(conversion.at)}
      </p>
      <Facts
        facts={[
          [t('goal'), conversion.goal],
          [t('amount'), sum(conversion.amount)],
          [t('transaction'), conversion.txn_id],
          [t('reason'), conversion.reason, 'wide'],
        ]}
      />
      {history.length > 0 && (
        <Section title={t('history')}>
          <Lines
            lines={history.map(({ at, status, amount }, index) => ({
              key: `${at} ${index}`,
              at: dateTime(at),
              what: status === null ? '' : words(status),
              more: sum(amount),
            }))}
          />
        </Section>
      )}
      {transfers.length > 0 && (
        <Section title={t('ledger')}>
          <Lines
            lines={transfers.map(({ sequence, at, phase, amount }) => ({
              key: String(sequence),
              at: dateTime(at),
              what: `${t(`phase.${phase}`)}: ${sum(amount)}`,
              more: `${t('entry')} ${sequence}`,
            }))}
          />
        </Section>
      )}
      {deliveries.length > 0 && (
        <Section title={t('sentCalls')}>
          <Lines lines={deliveryLines(deliveries)} />
        </Section>
      )}
      {documents.length > 0 && (
        <Section title={t('documents')}>
          <Lines lines={documentLines(documents)} />
        </Section>
      )}
      {payments.length > 0 && (
        <Section title={t('payments')}>
          <Lines lines={paymentLines(payments)} />
        </Section>
      )}
    </Part>
  );
}
