// One call with every attempt: what was sent, what answered, when it is tried again.
import { Group } from '@mantine/core';
import { CopyLine } from '../../kit/inputs/copy-line.tsx';
import { Code, Facts, Section } from '../../kit/log-page/details.tsx';
import { dateTime } from '../../ui/format.ts';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { t } from '../../words/kit.ts';
import { deliveryTones } from './delivery-columns.ts';
import { answerText, curlOf, type DeliveryRecord, eventText, stateWords } from './delivery-words.ts';

export function DeliveryView({ delivery }: { delivery: DeliveryRecord }) {
  const { offer, publisher, request_body, tries } = delivery;
  return (
    <>
      <Group gap="xs">
        <StatusBadge status={stateWords[delivery.state]} tone={deliveryTones[delivery.state]} />
        {delivery.next_at !== null && <span>{t('postbacks.nextTry2', { nextAt: dateTime(delivery.next_at) })}</span>}
      </Group>
      <Facts
        facts={[
          [t('postbacks.offer'), offer && `${offer.name} (${offer.number})`],
          [t('postbacks.goal'), delivery.goal_name],
          [t('postbacks.publisher'), publisher && `${publisher.name} (${publisher.number})`],
          [t('postbacks.event'), delivery.conversion_id ? eventText(delivery.event) : t('postbacks.testCall')],
          [
            t('postbacks.change'),
            delivery.conversion_id ? t('postbacks.ofThisConversion', { sequence: delivery.sequence }) : null,
          ],
          [t('postbacks.created'), dateTime(delivery.at)],
          [t('postbacks.attempts'), delivery.attempts],
        ]}
      />
      {delivery.state === 'superseded' && delivery.last_error && <p>{delivery.last_error}.</p>}
      <CopyLine label={t('postbacks.finalUrl')} text={delivery.url} />
      <CopyLine label={t('postbacks.theSameByHand')} text={curlOf(delivery)} />
      {request_body && (
        <Section title={t('postbacks.whatWasSent')}>
          <Code label={t('postbacks.whatWasSent')}>{request_body}</Code>
        </Section>
      )}
      {tries.map((one) => (
        <Section key={one.attempt} title={t('postbacks.attempt', { attempt: one.attempt })}>
          <Facts
            facts={[
              [t('common.time'), dateTime(one.at)],
              [t('postbacks.answer'), answerText(one.status, one.error)],
              [t('postbacks.latency'), one.latency_ms !== null && `${one.latency_ms} ms`],
              [t('postbacks.triedAgain'), one.next_at !== null && dateTime(one.next_at)],
            ]}
          />
          {one.body && <Code label={t('postbacks.answerToAttempt', { attempt: one.attempt })}>{one.body}</Code>}
        </Section>
      ))}
      {tries.length === 0 && <p>{t('postbacks.noAttemptHasBeenMade')}</p>}
    </>
  );
}
