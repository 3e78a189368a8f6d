// The hosts a deep link may lead to; nothing else is ever redirected to.
import { TagsInput } from '@mantine/core';
import { useOffer } from '../form-context.ts';

export function DeepLinkHosts() {
  const { draft, set, fault } = useOffer();
  return (
    <TagsInput
      name="deep_link_hosts"
      label="Allowed hosts"
      description="shop.example or *.shop.example. Deep links to other hosts are refused."
      placeholder={draft.deep_link_hosts.length === 0 ? 'Type and press Enter' : ''}
      disabled={!draft.deep_links}
      acceptValueOnBlur
      maxTags={100}
      value={draft.deep_link_hosts}
      onChange={(hosts) => set('deep_link_hosts', hosts)}
      error={fault?.field === 'deep_link_hosts'}
    />
  );
}
