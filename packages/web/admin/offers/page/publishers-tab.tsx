// Who may run the offer: allowed, blocked, asking, refused. What a publisher is paid beside the rule is a payout rule.
import { Anchor, Button, Group, Menu, Table, Text } from '@mantine/core';
import { offerRoutes } from '@tributary/contract/offers/offers';
import { useState } from 'react';
import { Link } from 'react-router';
import { call } from '../../../kit/api/api.ts';
import { confirmDialog } from '../../../kit/dialogs/dialogs.tsx';
import { toast } from '../../../kit/dialogs/toast.tsx';
import { useOnlyOption } from '../../../kit/inputs/remote-select.tsx';
import { sentenceFor } from '../../../kit/language/sentence-for.ts';
import { loadChoices } from '../../../kit/log-page/named-filter.ts';
import { useMay } from '../../../kit/shell/permissions.ts';
import { useSession } from '../../../kit/shell/session-context.ts';
import { EMPTY, relativeDate } from '../../../ui/format.ts';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { t } from '../../../words/admin.ts';
import { Rich } from '../../../words/rich.tsx';
import classes from '../form/offer-form.module.css';
import type { OfferRecord } from '../form/wire.ts';
import { offerPath } from '../offer-path.ts';
import type { OfferTabProps } from './offer-tabs.tsx';
import { PublisherLink } from './publisher-link.tsx';
import { PublisherSelect } from './publisher-select.tsx';

type State = 'allowed' | 'blocked' | 'none';
type Permission = OfferRecord['permissions'][number];

const meanings: Record<string, string> = {
  Public: t('offers.theOfferIsPublicEvery'),
  Private: t('offers.theOfferIsPrivateOnly'),
  'Ask to Permission': t('offers.publishersAskForThisOffer'),
};
const verbs: Record<State, string> = {
  allowed: t('common.allow'),
  blocked: t('offers.block'),
  none: t('offers.remove'),
};

export function PublishersTab({ offer, reload }: OfferTabProps) {
  const { session } = useSession();
  const maySet = useMay()(offerRoutes.setPermission);
  const [picked, setChosen] = useState<{ id: string; name: string } | null>(null);
  // of one alone there is nothing to choose
  const only = useOnlyOption('publisher', loadChoices('publisher'));
  const chosen = picked ?? { id: only?.value ?? '', name: only?.label ?? '' };
  const set = async (id: string, name: string, state: State) => {
    const question = {
      title: t('common.ask', { verb: verbs[state], what: name }),
      text: state === 'blocked' ? t('offers.thePublisherNoLongerSees') : t('offers.thePublisherIsTreatedLike'),
      confirm: verbs[state],
      danger: state === 'blocked',
    };
    if (state !== 'allowed' && !(await confirmDialog(question))) return;
    try {
      const body = { publisher_ids: [id], state };
      await call(offerRoutes.setPermission, { params: { id: offer.id }, body }, { session });
      toast.success(t('offers.publishersUpdated'));
    } catch (error) {
      toast.error(sentenceFor(error));
    }
    await reload();
  };
  return (
    <section className={classes.card} aria-label={t('offers.publishers')}>
      <div className={classes.listNote}>
        {meanings[offer.fields.offer_visibility]}{' '}
        <Rich
          text={t('offers.otherAmounts')}
          elements={{
            rules: (
              <Anchor component={Link} to={offerPath(offer.id, 'payout-rules')} inherit>
                {t('offers.payoutRules2')}
              </Anchor>
            ),
            caps: (
              <Anchor component={Link} to={offerPath(offer.id, 'caps')} inherit>
                {t('offers.caps')}
              </Anchor>
            ),
          }}
        />
      </div>
      {maySet && (
        <Group align="flex-end" gap="xs" mb="md">
          <div className={classes.grow}>
            <PublisherSelect
              label={t('common.publisher')}
              placeholder={t('offers.searchByNameEMail')}
              value={chosen.id}
              chosenName={chosen.name}
              onChange={(id, option) => setChosen({ id, name: option?.label ?? '' })}
            />
          </div>
          <Button disabled={!chosen.id} onClick={() => void set(chosen.id, chosen.name, 'allowed')}>
            {t('common.allow')}
          </Button>
          <Button variant="default" disabled={!chosen.id} onClick={() => void set(chosen.id, chosen.name, 'blocked')}>
            {t('offers.block')}
          </Button>
        </Group>
      )}
      {chosen.id !== '' && <PublisherLink offerId={offer.id} publisherId={chosen.id} version={offer.permissions} />}
      {offer.permissions.length === 0 ? (
        <Text c="dimmed">{t('offers.noPublisherIsAllowedOr')}</Text>
      ) : (
        <PermissionTable permissions={offer.permissions} set={maySet ? set : null} />
      )}
    </section>
  );
}

interface PermissionTableProps {
  permissions: readonly Permission[];
  /** null: the reader's role does not open it */
  set: ((id: string, name: string, state: State) => Promise<void>) | null;
}

function PermissionTable({ permissions, set }: PermissionTableProps) {
  return (
    <Table.ScrollContainer minWidth={480}>
      <Table aria-label={t('offers.publishersOfThisOffer')}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('common.publisher')}</Table.Th>
            <Table.Th>{t('common.state')}</Table.Th>
            <Table.Th>{t('common.decided')}</Table.Th>
            <Table.Th>{t('common.reason')}</Table.Th>
            {set && <Table.Th aria-label={t('offers.actions')} />}
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
              {set && (
                <Table.Td ta="right">
                  <Menu position="bottom-end">
                    <Menu.Target>
                      <Button size="xs" variant="default">
                        {t('common.change')}
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
              )}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
