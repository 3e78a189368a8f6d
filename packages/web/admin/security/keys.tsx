// Account › Security › API keys: everybody's, to look at and to revoke. One's own are made in one's profile.
import { apiKeyRoutes, keyList, keyStates, type OwnedKey } from '@tributary/contract/accounts/api-keys';
import { everyRole } from '@tributary/contract/accounts/sessions';
import { call } from '../../kit/api/api.ts';
import { PageTabs } from '../../kit/log-page/page-tabs.tsx';
import { resource } from '../../kit/resource/declaration.ts';
import { ResourcePage } from '../../kit/resource/resource-page.tsx';
import { rowCall } from '../../kit/resource/row-call.ts';
import { IconTrash } from '../../ui/icons.ts';
import { t } from '../../words/admin.ts';
import { securityTabs } from './tabs.ts';

const stateWords = {
  active: t('security.keyActive'),
  suspended: t('security.keySuspended'),
  rolled: t('security.keyRolled'),
  expired: t('security.keyExpired'),
};
const typeWords = {
  admin: t('security.employees'),
  publisher: t('common.affiliates'),
  advertiser: t('common.advertisers'),
};

const revoke = rowCall<OwnedKey>({
  label: t('security.revoke'),
  calls: apiKeyRoutes.revokeAnyApiKey,
  icon: IconTrash,
  danger: true,
  when: () => true,
  ask: ({ name, owner }) => ({
    title: t('security.revokeOf', { name, owner: owner.name }),
    text: t('security.revokeText'),
    confirm: t('security.revoke'),
    danger: true,
  }),
  send: ({ id }, context) => call(apiKeyRoutes.revokeAnyApiKey, { params: { id } }, context),
  done: t('security.keyRevoked'),
});

const keys = resource(keyList, {
  name: 'all-api-keys',
  title: t('security.apiKeys'),
  countText: (many) => t('security.keys', { count: many }),
  load: apiKeyRoutes.allApiKeys,
  file: apiKeyRoutes.exportApiKeys,
  nameOf: ({ name }) => name,
  searchPlaceholder: t('security.searchKeys'),
  defaultSort: '-created_at',
  filters: [
    {
      kind: 'one',
      name: 'state',
      label: t('common.status'),
      options: keyStates.map((value) => ({ value, label: stateWords[value] })),
    },
    {
      kind: 'one',
      name: 'type',
      label: t('security.owners'),
      options: everyRole.map((value) => ({ value, label: typeWords[value] })),
    },
  ],
  columns: [
    { id: 'name', title: t('security.keyName'), fixed: true },
    { id: 'owner', title: t('security.owner'), kind: 'text', value: ({ owner }) => `${owner.name} · ${owner.email}` },
    { id: 'hint', title: t('security.key') },
    { id: 'scopes', title: t('security.scopes') },
    {
      id: 'state',
      title: t('common.status'),
      words: stateWords,
      tones: { active: 'good', suspended: 'bad', rolled: 'warn' },
    },
    { id: 'created_at', title: t('common.created') },
    { id: 'expires_at', title: t('security.expires') },
    { id: 'last_used_at', title: t('security.lastUsed') },
    { id: 'last_used_ip', title: t('security.lastUsedFrom') },
    { id: 'calls_24h', title: t('security.callsOfTheDay') },
  ],
  rowActions: [revoke],
  texts: {
    loading: t('security.loadingKeys'),
    emptyTitle: t('security.noKeysFound'),
    emptyText: t('security.noKeysText'),
  },
});

export default function SecurityKeys() {
  return <ResourcePage list={keys} intro={<PageTabs label={t('menu.security')} tabs={securityTabs} />} />;
}
