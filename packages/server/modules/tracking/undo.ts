// How the rules for an advertiser's postbacks are taken back. Its secrets are not: a token that was replaced may be known to others.
import { conversionRoutes } from '@tributary/contract/conversions/conversions';
import { type Inverses, REDACTED, trailForm } from '../audit/index.ts';
import { authOf, setPostbackAuth, shownAuth } from './postback-setup.ts';

const Rules = conversionRoutes.setPostbackAuth.body;

export const trackingInverses: Inverses = {
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
