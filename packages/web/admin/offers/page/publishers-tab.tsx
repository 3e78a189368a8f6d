// Who may run the offer: allowed, blocked, asking, refused. What a publisher is paid beside the rule is a payout rule.
import { Anchor, Button, Group, Menu, Table, Text } from '@mantine/core';
import { offerRoutes } from '@tributary/contract/offers';
import { useState } from 'react';
import { Link } from 'react-router';
import { call } from '../../../kit/api.ts';
import { sentenceFor } from '../../../kit/api-error.ts';
import { confirmDialog } from '../../../kit/dialogs.tsx';
import { useSession } from '../../../kit/shell/session-context.ts';
import { toast } from '../../../kit/toast.tsx';
import { EMPTY, relativeDate } from '../../../ui/format.ts';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import classes from '../form/offer-form.module.css';
import type { OfferRecord } from '../form/wire.ts';
import { offerPath } from '../offer-path.ts';
import type { OfferTabProps } from './offer-tabs.tsx';
import { PublisherSelect } from './publisher-select.tsx';

type State = 'allowed' | 'blocked' | 'none';
type Permission = OfferRecord['permissions'][number];

const meanings: Record<string, string> = {
  Public: 'The offer is public: every publisher may run it but those you block.',
  Private: 'The offer is private: only publishers you allow see it.',
  'Ask to Permission': 'Publishers ask for this offer; you may also allow or block them here.',
};
const verbs: Record<State, string> = { allowed: 'Allow', blocked: 'Block', none: 'Remove' };

export function PublishersTab({ offer, reload }: OfferTabProps) {
  const { session } = useSession();
  const [chosen, setChosen] = useState<{ id: string; name: string }>({ id: '', name: '' });
  const set = async (id: string, name: string, state: State) => {
    const question = {
      title: `${verbs[state]} ${name}?`,
      text:
        state === 'blocked'
          ? 'The publisher no longer sees the offer, and clicks on existing links go to the fallback.'
          : 'The publisher is treated like everybody else again.',
      confirm: verbs[state],
      danger: state === 'blocked',
    };
    if (state !== 'allowed' && !(await confirmDialog(question))) return;
    try {
      const body = { publisher_ids: [id], state };
      await call(offerRoutes.setPermission, { params: { id: offer.id }, body }, { session });
      toast.success('Publishers updated.');
      setChosen({ id: '', name: '' });
    } catch (error) {
      toast.error(sentenceFor(error));
    }
    await reload();
  };
  return (
    <section className={classes.card} aria-label="Publishers">
      <div className={classes.listNote}>
        {meanings[String(offer.fields.offer_visibility)]} Other amounts for one publisher are{' '}
        <Anchor component={Link} to={offerPath(offer.id, 'payout-rules')} inherit>
          payout rules
        </Anchor>
        , other limits{' '}
        <Anchor component={Link} to={offerPath(offer.id, 'caps')} inherit>
          caps
        </Anchor>
        .
      </div>
      <Group align="flex-end" gap="xs" mb="md">
        <div className={classes.grow}>
          <PublisherSelect
            label="Publisher"
            placeholder="Search by name, e-mail or number"
            value={chosen.id}
            chosenName={chosen.name}
            onChange={(id, option) => setChosen({ id, name: option?.label ?? '' })}
          />
        </div>
        <Button disabled={!chosen.id} onClick={() => void set(chosen.id, chosen.name, 'allowed')}>
          Allow
        </Button>
        <Button variant="default" disabled={!chosen.id} onClick={() => void set(chosen.id, chosen.name, 'blocked')}>
          Block
        </Button>
      </Group>
      {offer.permissions.length === 0 ? (
        <Text c="dimmed">No publisher is allowed or blocked by name.</Text>
      ) : (
        <PermissionTable permissions={offer.permissions} set={set} />
      )}
    </section>
  );
}

interface PermissionTableProps {
  permissions: readonly Permission[];
  set: (id: string, name: string, state: State) => Promise<void>;
}

function PermissionTable({ permissions, set }: PermissionTableProps) {
  return (
    <Table.ScrollContainer minWidth={480}>
      <Table aria-label="Publishers of this offer">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Publisher</Table.Th>
            <Table.Th>State</Table.Th>
            <Table.Th>Decided</Table.Th>
            <Table.Th>Reason</Table.Th>
            <Table.Th aria-label="Actions" />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {permissions.map(({ publisher_id: id, publisher_name: name, publisher_number: number, ...rest }) => (
            <Table.Tr key={id}>
              <Table.Td>
                {name} ({number})
              </Table.Td>
              <Table.Td>
                <StatusBadge status={rest.state} />
              </Table.Td>
              <Table.Td>{rest.decided_at ? relativeDate(rest.decided_at) : EMPTY}</Table.Td>
              <Table.Td>{rest.reason ?? EMPTY}</Table.Td>
              <Table.Td ta="right">
                <Menu position="bottom-end">
                  <Menu.Target>
                    <Button size="xs" variant="default">
                      Change
                    </Button>
                  </Menu.Target>
                  <Menu.Dropdown>
                    {(['allowed', 'blocked', 'none'] as const)
                      .filter((state) => state !== rest.state)
                      .map((state) => (
                        <Menu.Item key={state} onClick={() => void set(id, name, state)}>
                          {verbs[state]}
                        </Menu.Item>
                      ))}
                  </Menu.Dropdown>
                </Menu>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
