// The side menu. Groups open and close on click; the one that holds the current page is open when the page is entered.
import { useEffect, useRef, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { logout } from '../../kit/api/logout.ts';
import {
  activeEntry,
  type EntryPlace,
  type Menu,
  type MenuEntry,
  type MenuItem,
  placeOfEntry,
} from '../../kit/shell/menu.ts';
import { useSession } from '../../kit/shell/session-context.ts';
import { usePhone } from '../../kit/use-width.ts';
import { IconChevronDown } from '../../ui/icons.ts';
import { ProfileLanguage } from './profile-language.tsx';
import classes from './side-menu.module.css';

export function SideMenu({ menu }: { menu: Menu }) {
  const { pathname, search } = useLocation();
  // the header has no room for it there
  const phone = usePhone();
  const active = activeEntry(menu, pathname, search);
  const activeGroup = active?.item.entries ? active.item : null;
  const [opened, setOpened] = useState<ReadonlySet<MenuItem>>(new Set());

  useEffect(() => {
    if (activeGroup) setOpened((before) => new Set(before).add(activeGroup));
  }, [activeGroup]);

  const toggle = (item: MenuItem) =>
    setOpened((before) => {
      const after = new Set(before);
      if (!after.delete(item)) after.add(item);
      return after;
    });

  const section = (items: readonly MenuItem[]) =>
    items.map((item) =>
      item.entries ? (
        <Group
          key={item.label}
          item={item}
          entries={item.entries}
          open={opened.has(item)}
          toggle={() => toggle(item)}
          menu={menu}
          active={active?.entry}
        />
      ) : (
        <li key={item.label}>
          <Entry entry={item} icon={item.icon} place={placeOfEntry(item, menu)} active={active?.entry === item} />
        </li>
      ),
    );

  return (
    <div className={classes.menu}>
      <ul className={classes.main}>{section(menu.main)}</ul>
      {menu.bottom.length > 0 && <ul className={classes.bottom}>{section(menu.bottom)}</ul>}
      {phone && (
        <div className={classes.bottom}>
          <ProfileLanguage />
        </div>
      )}
    </div>
  );
}

interface GroupProps {
  item: MenuItem;
  entries: readonly MenuEntry[];
  open: boolean;
  toggle: () => void;
  menu: Menu;
  active: MenuEntry | undefined;
}

function Group({ item, entries, open, toggle, menu, active }: GroupProps) {
  const listId = `menu-${item.label.toLowerCase().replace(/\W+/g, '-')}`;
  return (
    <li>
      <button
        type="button"
        className={classes.row}
        onClick={toggle}
        aria-expanded={open}
        aria-controls={listId}
        data-holds-active={(active !== undefined && entries.includes(active)) || undefined}
      >
        <item.icon size={18} stroke={1.7} aria-hidden />
        <span className={classes.label}>{item.label}</span>
        <IconChevronDown size={16} className={classes.chevron} aria-hidden />
      </button>
      <ul id={listId} className={classes.entries} hidden={!open}>
        {entries.map((entry) => (
          <li key={entry.label}>
            <Entry entry={entry} place={placeOfEntry(entry, menu, item.label)} active={entry === active} />
          </li>
        ))}
      </ul>
    </li>
  );
}

interface EntryProps {
  entry: MenuEntry;
  icon?: MenuItem['icon'];
  place: EntryPlace;
  active: boolean;
}

function Entry({ entry, icon: Icon, place, active }: EntryProps) {
  const { session } = useSession();
  const navigate = useNavigate();
  const link = useRef<HTMLAnchorElement>(null);
  // where the entries do not fit, the one of this page is brought into sight
  useEffect(() => {
    if (active) link.current?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  const content = (
    <>
      {Icon && <Icon size={18} stroke={1.7} aria-hidden />}
      <span className={classes.label}>{entry.label}</span>
    </>
  );
  if (entry.action === 'logout') {
    return (
      <button type="button" className={classes.row} onClick={() => logout(session).then(() => navigate('/'))}>
        {content}
      </button>
    );
  }
  return (
    <Link ref={link} {...place} className={classes.row} aria-current={active ? 'page' : undefined}>
      {content}
    </Link>
  );
}
