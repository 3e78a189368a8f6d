// The screens of a menu that a search finds: every entry that leads somewhere of its own.
import type { Icon } from '../../ui/icons.ts';
import type { Menu } from '../shell/menu.ts';

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

/** every word of the search stands somewhere in the entry or its group; entries that begin with it come first */
export function findScreens(screens: readonly Screen[], search: string): Screen[] {
  const text = search.trim().toLowerCase();
  if (!text) return [...screens];
  const words = text.split(/\s+/);
  const found = screens.filter(({ label, group }) => {
    const all = `${group} ${label}`.toLowerCase();
    return words.every((word) => all.includes(word));
  });
  const first = ({ label }: Screen) => (label.toLowerCase().startsWith(text) ? 0 : 1);
  return found.sort((a, b) => first(a) - first(b));
}
