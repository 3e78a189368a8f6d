// How the rules for an advertiser's postbacks are taken back. Its secrets are not: a token that was replaced may be known to others.
import { conversionRoutes } from '@tributary/contract/conversions/conversions';
import { mappingRoutes } from '@tributary/contract/trust/mappings';
import { type Inverses, REDACTED, trailForm } from '../audit/index.ts';
import { mappingNow, setMapping, shownMapping } from './mappings.ts';
import { authOf, setPostbackAuth, shownAuth } from './postback-setup.ts';

const Rules = conversionRoutes.setPostbackAuth.body;

export const trackingInverses: Inverses = {
  'postback-mapping.set': {
    route: () => mappingRoutes.setPostbackMapping,
    now: async (tx, { objectId }) => {
      const now = await mappingNow(tx, objectId);
      return now && trailForm(shownMapping(now));
    },
    back: async (tx, call, { objectId, before }) => {
      const now = await mappingNow(tx, objectId);
      if (!now) return null;
      const body = mappingRoutes.setPostbackMapping.body.parse({ ...place(now), version: now.version, ...before });
      return setMapping(tx, call, body);
    },
  },
  'advertiser.postback-rules-set': {
    route: () => conversionRoutes.setPostbackAuth,
    isWhole: ({ before }) => before?.token_required !== REDACTED,
    now: async (tx, { objectId }) => trailForm(shownAuth(await authOf(tx, objectId))),
    back: (tx, call, { objectId, before }) => {
      const { version: _secrets, ...rules } = before ?? {};
      return setPostbackAuth(tx, call, objectId, Rules.parse(rules));
    },
  },
};

const place = ({ advertiserId, offerId }: { advertiserId: string; offerId: string | null }) => ({
  advertiser_id: advertiserId,
  offer_id: offerId,
});
