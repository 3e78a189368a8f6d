// A portal's side menu as one declaration, and which of its entries the current page is.
import { type Hideable, withImplied } from '@tributary/contract/accounts/hidden';
import { type Grants, isGranted, type Need, type Section } from '@tributary/contract/accounts/sections';
import type { Icon } from '../../ui/icons.ts';

export interface MenuTab {
  to: string;
  label: string;
  /** where it is not its entry's */
  section?: Section;
}

export interface MenuEntry {
  label: string;
  /** absent until its screen is built: the entry then goes where the menu's `unbuilt` says */
  path?: string;
  /** screens beside it, which its tabs lead to: not in the menu, but found by the search */
  tabs?: readonly MenuTab[];
  /** what a role must open for it to be shown; absent: everyone's */
  section?: Section;
  needs?: Need;
  /** what its screen cannot do without: not there for a role that hides it */
  asks?: Hideable;
  action?: 'logout';
}

export interface MenuItem extends MenuEntry {
  icon: Icon;
  entries?: readonly MenuEntry[];
}

export interface Menu {
  main: readonly MenuItem[];
  bottom: readonly MenuItem[];
  unbuilt: string;
}

/** where an entry leads. One whose screen is not built goes where the menu says, and tells there which screen it was */
export const placeOfEntry = ({ path, label }: MenuEntry, { unbuilt }: Pick<Menu, 'unbuilt'>, group = ''): EntryPlace =>
  path ? { to: path } : { to: unbuilt, state: { notThereYet: group ? `${group} › ${label}` : label } };

type Sectioned = Pick<MenuEntry, 'section' | 'needs'>;
/** the portals have no sections, and everyone there sees all */
export const isOpen = ({ section, needs = 'read' }: Sectioned, grants: Grants | null): boolean =>
  section === undefined || grants === null || isGranted(grants, section, needs);

/** what a role may see of a menu: without the entries it does not open, and without groups that have none left */
export function menuFor(menu: Menu, grants: Grants | null, hidden: readonly Hideable[] = []): Menu {
  const unseen = withImplied(hidden);
  const isShown = (entry: MenuEntry) => isOpen(entry, grants) && !(entry.asks && unseen.includes(entry.asks));
  const openTabs = <E extends MenuEntry>(entry: E): E =>
    entry.tabs
      ? { ...entry, tabs: entry.tabs.filter(({ section = entry.section }) => isOpen({ ...entry, section }, grants)) }
      : entry;
  const items = (all: readonly MenuItem[]) =>
    all.flatMap((item) => {
      if (!item.entries) return isOpen(item, grants) ? [openTabs(item)] : [];
      const entries = item.entries.filter(isShown).map(openTabs);
      return entries.length > 0 ? [{ ...item, entries }] : [];
    });
  return { ...menu, main: items(menu.main), bottom: items(menu.bottom) };
}

/** what the page at this address would need and the role does not open; null: nothing */
export function closedAt(
  menu: Menu,
  pathname: string,
  search: string,
  grants: Grants | null,
): { section: Section; need: Need } | null {
  const tab = [...menu.main, ...menu.bottom]
    .flatMap((item) => (item.entries ?? [item]).flatMap((entry) => entry.tabs ?? []))
    .find(({ to, section }) => to === pathname && section !== undefined);
  const place: Sectioned | undefined = tab ?? activeEntry(menu, pathname, search)?.entry;
  if (!place?.section || isOpen(place, grants)) return null;
  return { section: place.section, need: place.needs ?? 'read' };
}

export interface EntryPlace {
  to: string;
  state?: { notThereYet: string };
}

export interface ActiveEntry {
  item: MenuItem;
  entry: MenuEntry;
}

/**
 * the entry whose path fits best: the longest path first, then the most query parameters in common. A screen that two groups
 * lead to (Account › Settings, Settings › General) is shown as the later one's
 */
export function activeEntry(menu: Menu, pathname: string, search: string): ActiveEntry | null {
  let best: ActiveEntry | null = null;
  let bestFit = 0;
  for (const item of [...menu.main, ...menu.bottom]) {
    for (const entry of item.entries ?? [item]) {
      const fit = fitOf(entry.path, pathname, new URLSearchParams(search));
      if (fit > 0 && fit >= bestFit) {
        best = { item, entry };
        bestFit = fit;
      }
    }
  }
  return best;
}

function fitOf(path: string | undefined, pathname: string, search: URLSearchParams): number {
  if (!path) return 0;
  const [base = '', query = ''] = path.split('?');
  if (pathname !== base && !pathname.startsWith(`${base}/`)) return 0;
  const asked = [...new URLSearchParams(query)];
  return asked.every(([name, value]) => search.get(name) === value) ? base.length * 100 + asked.length : 0;
}
