// The screens of a menu, and what a search finds of it: every entry that the menu shows, so that the two agree, and the
// screens that stand beside one of them.

import { type EntryPlace, type Menu, placeOfEntry } from '../../kit/shell/menu.ts';
import type { Icon } from '../../ui/icons.ts';

export interface Screen {
  label: string;
  /** the group it stands in; empty for an entry of its own */
  group: string;
  path: string;
  icon: Icon;
}

export const screensOf = (menu: Menu): Screen[] =>
  [...menu.main, ...menu.bottom].flatMap((item) =>
    (item.entries ?? [item]).flatMap(({ label, path }) =>
      path ? [{ label, path, group: item.entries ? item.label : '', icon: item.icon }] : [],
    ),
  );

/** the screens that only tabs lead to */
export const tabScreensOf = (menu: Menu): Screen[] =>
  [...menu.main, ...menu.bottom].flatMap((item) =>
    (item.entries ?? [item]).flatMap((entry) =>
      (entry.tabs ?? [])
        .filter(({ to }) => to !== entry.path)
        .map(({ to, label }) => ({ label, path: to, group: entry.label, icon: item.icon })),
    ),
  );

export interface FoundEntry extends Omit<Screen, 'path'> {
  place: EntryPlace;
}

/** every entry that leads somewhere, those whose screen is not there yet included */
export const entriesOf = (menu: Menu): FoundEntry[] => [
  ...[...menu.main, ...menu.bottom].flatMap((item) =>
    (item.entries ?? [item]).flatMap((entry) => {
      if (entry.action) return [];
      const group = item.entries ? item.label : '';
      return [{ label: entry.label, group, icon: item.icon, place: placeOfEntry(entry, menu, group) }];
    }),
  ),
  ...tabScreensOf(menu).map(({ path, ...screen }) => ({ ...screen, place: { to: path } })),
];

/** every word of the search stands somewhere in the entry or its group; entries that begin with it come first */
export function findScreens<One extends Pick<Screen, 'label' | 'group'>>(
  screens: readonly One[],
  search: string,
): One[] {
  const text = search.trim().toLowerCase();
  if (!text) return [...screens];
  const words = text.split(/\s+/);
  const found = screens.filter(({ label, group }) => {
    const all = `${group} ${label}`.toLowerCase();
    return words.every((word) => all.includes(word));
  });
  const first = ({ label }: One) => (label.toLowerCase().startsWith(text) ? 0 : 1);
  return found.sort((a, b) => first(a) - first(b));
}
