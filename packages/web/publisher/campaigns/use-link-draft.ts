// The link under the publisher's hands, and making it. Any change takes the made link away: it would no longer be the
// one that the form describes.
import { useQueryClient } from '@tanstack/react-query';
import { offerRoutes } from '@tributary/contract/offers/offers';
import type { ResultOf } from '@tributary/contract/route';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { call } from '../../kit/api/api.ts';
import { sentenceFor } from '../../kit/language/sentence-for.ts';
import { useSession } from '../../kit/shell/session-context.ts';
import { t } from '../../words/publisher.ts';
import { LINKS } from './links-path.ts';
import { useCampaign } from './use-campaign.ts';

export type MadeLink = ResultOf<typeof offerRoutes.createLink>;

export interface LinkDraft {
  /** the campaign's id */
  id: string;
  page: string;
  creative: string;
  deepLink: string;
  /** source and p1 to p15 */
  values: Readonly<Record<string, string>>;
}

/** the landing page with this number is the default campaign URL */
export const DEFAULT_PAGE = '1';

export function useLinkDraft() {
  const { session } = useSession();
  const queries = useQueryClient();
  const [search] = useSearchParams();
  const [draft, setDraft] = useState<LinkDraft>(() => ({
    id: search.get('campaign') ?? '',
    page: DEFAULT_PAGE,
    creative: '',
    deepLink: '',
    values: {},
  }));
  const campaign = useCampaign(draft.id).data ?? null;
  const [link, setLink] = useState<MadeLink | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const change = (part: Partial<LinkDraft>) => {
    setDraft({ ...draft, ...part });
    setFault(null);
    setLink(null);
  };
  const make = async () => {
    if (!campaign) return setFault(t('campaigns.pleaseChooseACampaign'));
    setBusy(true);
    try {
      const body = {
        offer_id: campaign.id,
        landing_page: draft.page === DEFAULT_PAGE ? null : Number(draft.page),
        creative: draft.creative ? Number(draft.creative) : null,
        deep_link: draft.deepLink,
        params: Object.fromEntries(Object.entries(draft.values).filter(([, value]) => value !== '')),
      };
      setLink(await call(offerRoutes.createLink, { body }, { session }));
      await queries.invalidateQueries({ queryKey: [LINKS] });
    } catch (error) {
      setFault(sentenceFor(error));
    } finally {
      setBusy(false);
    }
  };
  return { draft, change, campaign, link, fault, busy, make };
}
