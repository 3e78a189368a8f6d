// Screens that belong together, each with its own address. Where they do not fit, an edge shows that there are more, and the
// one that is open is in sight.
import { useEffect, useRef } from 'react';
import { NavLink, useLocation } from 'react-router';
import { isOpen, type MenuTab } from '../shell/menu.ts';
import { useSession } from '../shell/session-context.ts';
import { useMoreEdge } from '../table/use-more-edge.ts';
import classes from './log-page.module.css';

export type PageTab = MenuTab;

export function PageTabs({ label, tabs }: { label: string; tabs: readonly PageTab[] }) {
  const { pathname } = useLocation();
  const grants = useSession().role?.sections ?? null;
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
            <NavLink key={tab.to} to={tab.to} end className={classes.tab}>
              {tab.label}
            </NavLink>
          ))}
      </div>
    </nav>
  );
}
