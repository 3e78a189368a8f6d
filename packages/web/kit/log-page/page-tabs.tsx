// Screens that belong together, each with its own address.
import { NavLink } from 'react-router';
import classes from './log-page.module.css';

export interface PageTab {
  to: string;
  label: string;
}

export function PageTabs({ label, tabs }: { label: string; tabs: readonly PageTab[] }) {
  return (
    <nav className={classes.tabs} aria-label={label}>
      {tabs.map((tab) => (
        <NavLink key={tab.to} to={tab.to} end className={classes.tab}>
          {tab.label}
        </NavLink>
      ))}
    </nav>
  );
}
