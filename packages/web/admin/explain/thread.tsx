// The thread of one click, call or conversion, in the order in which it happened.
import { Alert, Button } from '@mantine/core';
import { sections } from '@tributary/contract/accounts/sections';
import { type ExplainedConversion, type Explanation, explainRoutes } from '@tributary/contract/trust/explain';
import { useState } from 'react';
import { Link } from 'react-router';
import own from '../../features/explain/explain.module.css';
import { deliveryLines, documentLines, Lines, Part, paymentLines } from '../../features/explain/parts.tsx';
import { DecisionView } from '../../features/explain/steps.tsx';
import { verdictText } from '../../features/explain/words.ts';
import { outcomeText, outcomeTone } from '../../features/postbacks/receipt-words.ts';
import { nameOfCountry } from '../../kit/inputs/country-selection.ts';
import { Facts, Section, Trace, Values } from '../../kit/log-page/details.tsx';
import { useMay } from '../../kit/shell/permissions.ts';
import { dateTime, EMPTY, money, words } from '../../ui/format.ts';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { t } from '../../words/explain.ts';
import { said, saidByServer } from '../../words/said.ts';
import { History } from '../conversions/history.tsx';
import { conversionPath, receiptPath } from '../conversions/paths.ts';
import { Transfers } from '../conversions/transfers.tsx';
import { ShareDialog } from './share-dialog.tsx';

const named = (one: { name: string; number: number } | null) => one && `${one.name} (${one.number})`;

export function Thread({ thread }: { thread: Explanation }) {
  const [isSharing, setSharing] = useState(false);
  const may = useMay();
  const { closed, receipts, conversions } = thread;
  return (
    <div className={own.thread}>
      {closed.length > 0 && (
        <Alert color="gray">
          {t('closed', { sections: closed.map((section) => said(sections[section])).join(', ') })}
        </Alert>
      )}
      {may(explainRoutes.shareExplanation) && (
        <div>
          <Button variant="default" onClick={() => setSharing(true)}>
            {t('share')}
          </Button>
        </div>
      )}
      <EventPart thread={thread} />
      <Part title={t('calls')}>
        {receipts.length === 0 ? (
          <p className={own.dim}>{t('noCalls')}</p>
        ) : (
          receipts.map((receipt) => (
            <div key={receipt.id}>
              <p>
                <StatusBadge status={outcomeText(receipt)} tone={outcomeTone(receipt)} />{' '}
                <Link to={receiptPath(receipt.id)}>{dateTime(receipt.at)}</Link>{' '}
                <span className={own.dim}>{[receipt.goal, receipt.txn_id].filter(Boolean).join(' · ')}</span>
              </p>
              <Trace steps={receipt.trace} />
            </div>
          ))
        )}
      </Part>
      {conversions.length === 0 && !closed.includes('conversions') && (
        <Part title={t('kind.conversion')}>
          <p className={own.dim}>{t('noConversions')}</p>
        </Part>
      )}
      {conversions.map((conversion) => (
        <ConversionPart key={conversion.id} conversion={conversion} />
      ))}
      {isSharing && <ShareDialog id={thread.id} close={() => setSharing(false)} />}
    </div>
  );
}

function EventPart({ thread: { event, decision, click_id: clickId } }: { thread: Explanation }) {
  if (!event) {
    return (
      <Part title={t('event')}>
        <p className={own.dim}>{t('noEvent')}</p>
        <Facts facts={[[t('clickId'), clickId, 'wide']]} />
      </Part>
    );
  }
  return (
    <Part title={t(`kind.${event.kind}`)}>
      <Facts
        facts={[
          [t('time'), dateTime(event.at)],
          [t('verdict'), verdictText(event.verdict)],
          [t('fact.offer'), named(event.offer)],
          [t('fact.publisher'), named(event.publisher)],
          [t('side.advertiser'), named(event.advertiser)],
          [t('fact.ip'), event.ip],
          [t('fact.country'), event.country && nameOfCountry(event.country.toLowerCase())],
          [t('fact.city'), [event.city, event.region].filter(Boolean).join(', ')],
          [
            t('fact.device'),
            [event.device_type, event.os, event.browser].flatMap((part) => (part ? [words(part)] : [])).join(', '),
          ],
          [t('fact.source'), event.source],
          [t('fact.link'), event.link_code],
          [t('host'), event.tracking_host],
          [t('version'), event.snapshot_version],
          [t('fact.user_agent'), event.user_agent, 'wide'],
          [t('fact.referer'), event.referer, 'wide'],
          [t('clickId'), event.id, 'wide'],
        ]}
      />
      {Object.keys(event.params).length > 0 && (
        <Section title={t('parameters')}>
          <Values values={event.params} />
        </Section>
      )}
      {decision && (
        <Section title={t('whyTitle')}>
          <DecisionView decision={decision} />
        </Section>
      )}
    </Part>
  );
}

function ConversionPart({ conversion }: { conversion: ExplainedConversion }) {
  const { id, status, revenue, payout, currency, deliveries, documents, payments } = conversion;
  return (
    <Part title={t('kind.conversion')}>
      <p>
        <StatusBadge status={status} /> <Link to={conversionPath(id)}>{dateTime(conversion.at)}</Link>{' '}
        <span className={own.dim}>{[conversion.goal.name, conversion.txn_id].filter(Boolean).join(' · ')}</span>
      </p>
      <Facts
        facts={[
          [words('revenue'), revenue && money(revenue, currency)],
          [words('payout'), money(payout, currency)],
          [t('reason'), conversion.reason && saidByServer(conversion.reason), 'wide'],
        ]}
      />
      <Section title={t('checked')}>
        <Trace steps={conversion.trace} />
      </Section>
      {conversion.history.length > 0 && (
        <Section title={t('history')}>
          <History history={conversion.history} currency={currency} />
        </Section>
      )}
      {conversion.transfers.length > 0 && (
        <Section title={t('ledger')}>
          <Transfers transfers={conversion.transfers} />
        </Section>
      )}
      {deliveries && deliveries.length > 0 && (
        <Section title={t('sentCalls')}>
          <Lines lines={deliveryLines(deliveries)} />
        </Section>
      )}
      {documents.length > 0 && (
        <Section title={t('documents')}>
          <Lines
            lines={documentLines(
              documents.map((one) => ({ ...one, amountText: one.amount ? money(one.amount, one.currency) : EMPTY })),
            )}
          />
        </Section>
      )}
      {payments.length > 0 && (
        <Section title={t('payments')}>
          <Lines
            lines={paymentLines(payments.map((one) => ({ ...one, amountText: money(one.amount, one.currency) })))}
          />
        </Section>
      )}
    </Part>
  );
}
