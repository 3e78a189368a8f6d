// The default campaign URL with its tokens: a chip or a macro from the catalogue appends itself; a URL without a token
// is marked in red, unknown tokens are named while they can still be mended.

import { Button, Group, Textarea } from '@mantine/core';
import { offerMessages } from '@tributary/contract/offers/offer-terms';
import { parseTemplate } from '@tributary/contract/tracker/template';
import { useState } from 'react';
import { afterPress } from '../../../../kit/dialogs/after-press.ts';
import { IconBraces } from '../../../../ui/icons.ts';
import { t } from '../../../../words/admin.ts';
import { hasToken } from '../check-draft.ts';
import { useOffer } from '../form-context.ts';
import classes from '../offer-form.module.css';
import { MacrosModal } from './macros-modal.tsx';

const quickTokens = ['click_id', 'camp_id', 'publisher_id', 'source', 'p1', 'gaid', 'idfa', 'app_name', 'country_id'];

export function CampaignUrl() {
  const { draft, set, fault } = useOffer();
  const [left, setLeft] = useState(false);
  const [browsing, setBrowsing] = useState(false);
  const url = draft.default_campaign_url;
  const faulty = fault?.field === 'default_campaign_url';
  const lacksToken = url.trim() !== '' && !hasToken(url) && (left || faulty);
  const { unknown } = parseTemplate(url);
  const append = (token: string) => set('default_campaign_url', `${url}{${token}}`);
  return (
    <div>
      <Textarea
        name="default_campaign_url"
        label={t('offers.defaultCampaignUrl')}
        withAsterisk
        description={t('offers.whereAClickLeadsTokens')}
        placeholder="https://advertiser.example/landing?cid={click_id}&pub={publisher_id}"
        autosize
        minRows={2}
        maxRows={8}
        classNames={{ input: classes.code }}
        spellCheck={false}
        value={url}
        onChange={(event) => set('default_campaign_url', event.currentTarget.value)}
        onFocus={() => setLeft(false)}
        onBlur={() => afterPress(() => setLeft(true))}
        error={lacksToken ? offerMessages.needsTokenInline : unknownText(unknown) || faulty}
      />
      {/* the field keeps the focus: leaving it may show a complaint, and the chip would move away under the pointer */}
      <Group
        gap={6}
        mt={8}
        role="group"
        aria-label={t('offers.quickTokens')}
        onMouseDown={(event) => event.preventDefault()}
      >
        {quickTokens.map((token) => (
          <button key={token} type="button" className={classes.token} onClick={() => append(token)}>
            {`{${token}}`}
          </button>
        ))}
        <Button
          size="compact-sm"
          variant="subtle"
          leftSection={<IconBraces size={14} aria-hidden />}
          onClick={() => setBrowsing(true)}
        >
          {t('offers.trackingMacros')}
        </Button>
      </Group>
      <MacrosModal opened={browsing} close={() => setBrowsing(false)} url={url} append={append} />
    </div>
  );
}

const unknownText = (names: readonly string[]): string =>
  names.length === 0 ? '' : t('offers.unknownParameters', { names: names.map((name) => `{${name}}`).join(', ') });
