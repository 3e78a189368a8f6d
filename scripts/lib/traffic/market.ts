// Who and what there is to send traffic to: read from the panel as an account manager reads it.
import { createHmac } from 'node:crypto';
import { signatureOf, signedText } from '@tributary/contract/tracker/postback-signature';
import type { Panel } from '../panel-client.ts';

export interface MarketOffer {
  number: number;
  name: string;
  goals: string[];
  /** where it is meant for, in lower case; none: everywhere */
  countries: string[];
  /** any publisher may run it */
  isPublic: boolean;
  /** what proves a postback to come from the offer's advertiser */
  proofOf(parameters: Record<string, string>): Record<string, string>;
}

export interface Market {
  offers: MarketOffer[];
  /** numbers of approved publishers */
  publishers: number[];
}

interface Setup {
  offers: { number: number; goals: string[] }[];
  auth: { token_required: boolean; signature_required: boolean };
  secrets: { token: string; signing_key: string };
}

export async function readMarket(panel: Panel): Promise<Market> {
  const { rows } = await panel.call('/api/offers?status=active&page_size=200');
  const people = await panel.call('/api/admin/publishers', { sealed: true });
  const setups = new Map<string, Setup>();
  const offers: MarketOffer[] = [];
  for (const { camp_id, offer_name, advertiser, geo_coverage, offer_visibility } of rows) {
    const id = String(advertiser.id);
    const setup: Setup = setups.get(id) ?? (await panel.call(`/api/advertisers/${id}/postback-setup`));
    setups.set(id, setup);
    const goals = setup.offers.find(({ number }) => number === camp_id)?.goals.filter((goal) => goal !== '') ?? [];
    offers.push({
      number: camp_id,
      name: offer_name,
      goals,
      countries: geo_coverage,
      isPublic: offer_visibility === 'Public',
      proofOf: (parameters) => proof(setup, parameters),
    });
  }
  const approved = people.filter((person: { status: string }) => person.status === 'approved');
  return { offers, publishers: approved.map((person: { user_sequence_id: number }) => person.user_sequence_id) };
}

function proof({ auth, secrets }: Setup, parameters: Record<string, string>): Record<string, string> {
  const token: Record<string, string> = auth.token_required ? { token: secrets.token } : {};
  if (!auth.signature_required) return token;
  const ts = String(Math.floor(Date.now() / 1_000));
  // the query as it is sent: what stands before the signature, in this order
  const query = new URLSearchParams({ ...parameters, ...token, ts }).toString();
  const signature = signatureOf(createHmac('sha256', secrets.signing_key).update(signedText(query)).digest('hex'));
  return { ...token, ts, signature };
}
