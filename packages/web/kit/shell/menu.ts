// A portal's side menu as one declaration, and which of its entries the current page is.
import type { Icon } from '../../ui/icons.ts';

export interface MenuEntry {
  label: string;
  /** absent until its screen is built: the entry then goes where the menu's `unbuilt` says */
  path?: string;
  /** screens beside it, which its tabs lead to: not in the menu, but found by the search */
  tabs?: readonly { to: string; label: string }[];
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

export interface EntryPlace {
  to: string;
  state?: { notThereYet: string };
}

export interface ActiveEntry {
  item: MenuItem;
  entry: MenuEntry;
}

/** the entry whose path fits best: the longest path first, then the most query parameters in common */
export function activeEntry(menu: Menu, pathname: string, search: string): ActiveEntry | null {
  let best: ActiveEntry | null = null;
  let bestFit = 0;
  for (const item of [...menu.main, ...menu.bottom]) {
    for (const entry of item.entries ?? [item]) {
      const fit = fitOf(entry.path, pathname, new URLSearchParams(search));
      if (fit > bestFit) {
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
