// What a quick search finds: screens at once, records from the server after a pause in typing.
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { workspaceRoutes } from '@tributary/contract/workspace';
import { type Icon, IconBuildingStore, IconUsers } from '../../ui/icons.ts';
import { call } from '../api.ts';
import type { Menu } from '../shell/menu.ts';
import { useSession } from '../shell/session-context.ts';
import { findScreens, screensOf } from './screens.ts';

const TYPING_PAUSE_MS = 150;
const LONGEST = 100;

export interface Result {
  label: string;
  detail: string;
  path: string;
  icon: Icon;
}

const kinds = {
  publisher: { icon: IconUsers, word: 'Affiliate', list: '/am/affiliates' },
  advertiser: { icon: IconBuildingStore, word: 'Advertiser', list: '/am/advertisers' },
} as const;

export function useResults(menu: Menu, search: string) {
  const { session } = useSession();
  const text = search.trim().slice(0, LONGEST);
  const [asked] = useDebouncedValue(text, TYPING_PAUSE_MS);
  const answer = useQuery({
    queryKey: ['quick-search', session.token, asked],
    queryFn: ({ signal }) => call(workspaceRoutes.quickSearch, { query: { q: asked } }, { session, signal }),
    enabled: asked !== '',
    placeholderData: keepPreviousData,
  });
  const screens: Result[] = findScreens(screensOf(menu), search).map(({ label, group, path, icon }) => ({
    label,
    detail: group,
    path,
    icon,
  }));
  const rows = text ? (answer.data?.rows ?? []) : [];
  const records: Result[] = rows.map(({ kind, id, title, detail }) => ({
    label: title,
    detail: `${kinds[kind].word} · ${detail}`,
    path: `${kinds[kind].list}?record=${id}`,
    icon: kinds[kind].icon,
  }));
  const busy = text !== '' && (text !== asked || answer.isFetching);
  return { screens, records, busy, failed: text !== '' && answer.isError };
}
