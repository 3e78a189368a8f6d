// The hosts a deep link may lead to; nothing else is ever redirected to.
import { TagsInput } from '@mantine/core';
import { t } from '../../../../words/admin.ts';
import { useOffer } from '../form-context.ts';

export function DeepLinkHosts() {
  const { draft, set, fault } = useOffer();
  return (
    <TagsInput
      name="deep_link_hosts"
      label={t('offers.allowedHosts')}
      description={t('offers.shopExampleOrShopExample')}
      placeholder={draft.deep_link_hosts.length === 0 ? t('offers.typeAndPressEnter') : ''}
      disabled={!draft.deep_links}
      acceptValueOnBlur
      maxTags={100}
      value={draft.deep_link_hosts}
      onChange={(hosts) => set('deep_link_hosts', hosts)}
      error={fault?.field === 'deep_link_hosts'}
    />
  );
}
