// What a quick search finds: screens at once, records from the server after a pause in typing.
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { isGranted } from '@tributary/contract/accounts/sections';
import { offerRoutes } from '@tributary/contract/offers/offers';
import { workspaceRoutes } from '@tributary/contract/workspace';
import { call } from '../../kit/api/api.ts';
import type { EntryPlace, Menu } from '../../kit/shell/menu.ts';
import { useSession } from '../../kit/shell/session-context.ts';
import { type Icon, IconBuildingStore, IconSpeakerphone, IconUsers } from '../../ui/icons.ts';
import { t } from '../../words/kit.ts';
import { entriesOf, findScreens } from './screens.ts';

const TYPING_PAUSE_MS = 150;
const LONGEST = 100;
const OFFERS_SHOWN = 8;

export interface Result {
  label: string;
  detail: string;
  place: EntryPlace;
  icon: Icon;
}

const kinds = {
  publisher: { icon: IconUsers, word: t('quickSearch.affiliate'), list: '/am/affiliates' },
  advertiser: { icon: IconBuildingStore, word: t('quickSearch.advertiser'), list: '/am/advertisers' },
} as const;

export function useResults(menu: Menu, search: string) {
  const { session, role } = useSession();
  const seesOffers = isGranted(role?.sections ?? {}, 'offers', 'read');
  const text = search.trim().slice(0, LONGEST);
  const [asked] = useDebouncedValue(text, TYPING_PAUSE_MS);
  const answer = useQuery({
    queryKey: ['quick-search', session.token, asked],
    queryFn: async ({ signal }) => {
      const context = { session, signal };
      const [people, offers] = await Promise.all([
        call(workspaceRoutes.quickSearch, { query: { q: asked } }, context),
        seesOffers ? call(offerRoutes.offerChoices, { query: { kind: 'offer', q: asked } }, context) : { rows: [] },
      ]);
      return { people: people.rows, offers: offers.rows };
    },
    enabled: asked !== '',
  });
  const screens: Result[] = findScreens(entriesOf(menu), search).map(({ label, group, place, icon }) => ({
    label,
    detail: place.state ? t('quickSearch.notThereYet', { group }) : group,
    place,
    icon,
  }));
  // what another text has found is not what Enter should open
  const found = text !== '' && text === asked ? answer.data : undefined;
  const { people = [], offers = [] } = found ?? {};
  const records: Result[] = [
    ...people.map(({ kind, id, title, detail }) => ({
      label: title,
      detail: `${kinds[kind].word} · ${detail}`,
      place: { to: `${kinds[kind].list}?record=${id}` },
      icon: kinds[kind].icon,
    })),
    ...offers.slice(0, OFFERS_SHOWN).map(({ id, name, number }) => ({
      label: name,
      detail: t('quickSearch.offer', { number }),
      place: { to: `/am/offers/${id}` },
      icon: IconSpeakerphone,
    })),
  ];
  const busy = text !== '' && (text !== asked || answer.isFetching);
  return { screens, records, busy, failed: text !== '' && answer.isError };
}
