// One call with every attempt: what was sent, what answered, when it is tried again.
import { Group } from '@mantine/core';
import { dateTime } from '../../ui/format.ts';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { CopyLine } from '../inputs/copy-line.tsx';
import { Code, Facts, Section } from '../log-page/details.tsx';
import { deliveryTones } from './delivery-columns.ts';
import { answerText, curlOf, type DeliveryRecord, eventText, stateWords } from './delivery-words.ts';

export function DeliveryView({ delivery }: { delivery: DeliveryRecord }) {
  const { offer, publisher, request_body, tries } = delivery;
  return (
    <>
      <Group gap="xs">
        <StatusBadge status={stateWords[delivery.state]} tone={deliveryTones[delivery.state]} />
        {delivery.next_at !== null && <span>{`Next try ${dateTime(delivery.next_at)}`}</span>}
      </Group>
      <Facts
        facts={[
          ['Offer', offer && `${offer.name} (${offer.number})`],
          ['Goal', delivery.goal_name],
          ['Publisher', publisher && `${publisher.name} (${publisher.number})`],
          ['Event', delivery.conversion_id ? eventText(delivery.event) : 'Test call'],
          ['Change', delivery.conversion_id ? `${delivery.sequence} of this conversion` : null],
          ['Created', dateTime(delivery.at)],
          ['Attempts', delivery.attempts],
        ]}
      />
      {delivery.state === 'superseded' && delivery.last_error && <p>{delivery.last_error}.</p>}
      <CopyLine label="Final URL" text={delivery.url} />
      <CopyLine label="The same by hand" text={curlOf(delivery)} />
      {request_body && (
        <Section title="What was sent">
          <Code label="What was sent">{request_body}</Code>
        </Section>
      )}
      {tries.map((one) => (
        <Section key={one.attempt} title={`Attempt ${one.attempt}`}>
          <Facts
            facts={[
              ['Time', dateTime(one.at)],
              ['Answer', answerText(one.status, one.error)],
              ['Latency', one.latency_ms !== null && `${one.latency_ms} ms`],
              ['Tried again', one.next_at !== null && dateTime(one.next_at)],
            ]}
          />
          {one.body && <Code label={`Answer to attempt ${one.attempt}`}>{one.body}</Code>}
        </Section>
      ))}
      {tries.length === 0 && <p>No attempt has been made yet.</p>}
    </>
  );
}
