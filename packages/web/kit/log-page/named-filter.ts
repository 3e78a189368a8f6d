// The filters that several logs share: by an offer, a publisher or an advertiser found by typing, by one of a few words.
import { offerRoutes } from '@tributary/contract/offers/offers';
import { said } from '../../words/said.ts';
import { call } from '../api/api.ts';
import type { CallContext, Filter, ListFilter } from '../resource/declaration.ts';

type Kind = 'offer' | 'publisher' | 'advertiser';

/** for a picker of account managers */
export const loadChoices = (kind: Kind) => async (q: string, context: CallContext) => {
  const { rows } = await call(offerRoutes.offerChoices, { query: { kind, q } }, context);
  return rows.map(({ id, name, number }) => ({ value: id, label: `${name} (${number})` }));
};

export const namedFilter = <Row, K extends Kind>(
  kind: K,
  label: string,
  nameIn: (row: Row) => { id: string; name: string } | null,
): ListFilter<Row, `${K}_id`> => ({
  kind: 'found',
  name: `${kind}_id`,
  label,
  of: kind,
  load: loadChoices(kind),
  nameIn,
});

export const wordFilter = <Name extends string, Word extends string>(
  name: Name,
  label: string,
  words: Readonly<Record<Word, string>>,
): Filter<Name> => ({
  kind: 'one',
  name,
  label,
  options: Object.entries<string>(words).map(([value, text]) => ({ value, label: said(text) })),
});
