// Screens that belong together, each with its own address. Where they do not fit, an edge shows that there are more, and the
// one that is open is in sight.
import { useEffect, useRef } from 'react';
import { Link, useLocation } from 'react-router';
import { isOpen, type MenuTab } from '../shell/menu.ts';
import { useSession } from '../shell/session-context.ts';
import { useMoreEdge } from '../table/use-more-edge.ts';
import classes from './log-page.module.css';

export type PageTab = MenuTab;

/** the tab of an address, or of the one above it: a record's page is its list's */
export const tabAt = (tabs: readonly PageTab[], pathname: string): PageTab | null =>
  tabs
    .filter(({ to }) => pathname === to || pathname.startsWith(`${to}/`))
    .reduce<PageTab | null>((best, tab) => (best && best.to.length >= tab.to.length ? best : tab), null);

export function PageTabs({ label, tabs }: { label: string; tabs: readonly PageTab[] }) {
  const { pathname } = useLocation();
  const grants = useSession().role?.sections ?? null;
  const open = tabAt(tabs, pathname);
  const frame = useRef<HTMLElement>(null);
  const edge = useMoreEdge();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the open one is another at another address
  useEffect(() => {
    frame.current?.querySelector('[aria-current="page"]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [pathname]);
  return (
    <nav className={classes.tabsFrame} aria-label={label} ref={frame}>
      <div className={classes.tabs} ref={edge}>
        {tabs
          .filter((tab) => isOpen(tab, grants))
          .map((tab) => (
            <Link key={tab.to} to={tab.to} className={classes.tab} aria-current={tab === open ? 'page' : undefined}>
              {tab.label}
            </Link>
          ))}
      </div>
    </nav>
  );
}
