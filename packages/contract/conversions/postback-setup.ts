// How an advertiser’s postbacks are told apart from a stranger’s, and what to paste into its systems.
import { z } from 'zod';
import { hide } from '../hiding.ts';
import * as terms from '../offers/offer-terms.ts';
import { route, session } from '../route.ts';
import { ownMeanings } from '../tracker/receipt-rules.ts';
import { receiptOutcomeNames } from './outcomes.ts';
import { byId, Named, NamedAdvertiser, plain, seconds, TraceStep, write } from './shared.ts';

/** how an advertiser's server postbacks are told from a stranger's; whatever is set must hold */
export const PostbackAuth = z.object({
  token_required: z.boolean(),
  signature_required: z.boolean(),
  /** addresses and CIDR blocks; empty: from anywhere */
  networks: z.array(z.string()),
  /** words of the advertiser's own for a status, each with what it means */
  status_words: z.record(z.string(), z.enum(ownMeanings)),
});

/** the secrets themselves, for whoever may paste them into a system of the advertiser's */
const PostbackSecrets = z.object({ token: z.string(), signing_key: z.string(), rotated_at: seconds.nullable() });

/** ready to paste: the advertiser's values in place of the capitals */
const Snippets = z.object({ server: z.string(), image: z.string(), iframe: z.string(), tag_manager: z.string() });

export const PostbackSetup = z.object({
  advertiser: NamedAdvertiser,
  /** the offers whose snippets these may be; newest first, at most 200 */
  offers: z.array(Named.extend({ conversion_tracking: z.enum(terms.conversionTrackings), goals: z.array(z.string()) })),
  auth: PostbackAuth,
  secrets: PostbackSecrets,
  tracker_origin: z.string(),
  snippets: Snippets,
  /** the parameters a postback understands */
  parameters: z.array(z.object({ name: z.string(), required: z.boolean(), description: z.string() })),
});

/** shows or changes what proves a postback */
const secretive = session(['admin'], {
  impersonated: 'denied',
  section: 'integration',
  needs: 'write',
  recentPassword: 'required',
});

export const setupRoutes = {
  postbackSetup: route({
    ...plain,
    method: 'GET',
    path: '/api/advertisers/{id}/postback-setup',
    summary: 'Snippets, token and rules for the postbacks of an advertiser; for one offer with offer_id',
    access: secretive,
    params: byId,
    names: 'advertiser',
    query: z.object({ offer_id: z.string().max(40).optional() }),
    reply: PostbackSetup,
    errors: ['not_found', 'password_needed'],
  }),
  setPostbackAuth: route({
    ...write,
    method: 'PUT',
    path: '/api/advertisers/{id}/postback-auth',
    summary: 'Sets how the postbacks of an advertiser must prove themselves',
    access: secretive,
    params: byId,
    names: 'advertiser',
    body: PostbackAuth.extend({
      networks: z.array(z.string().trim().min(1).max(50)).max(100),
      /** left out: as they are */
      status_words: z.record(z.string().trim().min(1, 'Please enter a word').max(64), z.enum(ownMeanings)).optional(),
    }),
    reply: PostbackAuth,
    errors: ['invalid_input', 'not_found', 'password_needed'],
  }),
  rotatePostbackSecrets: route({
    ...write,
    method: 'POST',
    path: '/api/advertisers/{id}/postback-auth/rotate',
    summary: 'Replaces the token and the signing key of an advertiser at once',
    access: secretive,
    params: byId,
    names: 'advertiser',
    reply: PostbackSecrets,
    errors: ['not_found', 'password_needed'],
  }),
  checkPostback: route({
    ...write,
    method: 'POST',
    path: '/api/advertisers/{id}/postback-check',
    summary: 'Says what would become of a postback if it came now; nothing is recorded',
    access: session(['admin'], { impersonated: 'denied', section: 'integration', needs: 'read' }),
    params: byId,
    names: 'advertiser',
    body: z.object({ address: z.string().trim().min(1, 'Please paste a postback').max(4000) }),
    reply: z.object({
      outcome: z.enum(receiptOutcomeNames),
      trace: z.array(TraceStep),
      conversion: z
        .object({ status: z.string(), revenue: hide('revenue', z.string()), payout: z.string(), currency: z.string() })
        .nullable(),
    }),
    errors: ['invalid_input', 'not_found'],
  }),
  ownPostbackSetup: route({
    ...plain,
    method: 'GET',
    path: '/api/advertiser/postback-setup',
    summary: 'An advertiser’s own snippets, token and rules',
    access: session(['advertiser'], { impersonated: 'denied', recentPassword: 'required' }),
    query: z.object({ offer_id: z.string().max(40).optional() }),
    reply: PostbackSetup,
    errors: ['not_found', 'password_needed'],
  }),
};
