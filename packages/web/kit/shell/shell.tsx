// The frame of the three portals: header, side menu, and the pane that alone scrolls.
import { type ReactNode, useEffect } from 'react';
import { GeoAttribution } from '../../ui/geo-attribution.tsx';
import { applyLanguage, useLanguage } from '../../words/words.ts';
import { Header } from './header.tsx';
import { ImpersonationBanner } from './impersonation-banner.tsx';
import type { PortalDeclaration } from './portal.tsx';
import classes from './shell.module.css';
import { SideMenu } from './side-menu.tsx';
import { useMenuState } from './use-menu-state.ts';

const MENU_ID = 'side-menu';

export function Shell({ portal, children }: { portal: PortalDeclaration; children: ReactNode }) {
  const menu = useMenuState();
  const { notice: Notice } = portal;
  useEnglish();
  const covered = menu.open && !menu.docked;
  return (
    <div className={classes.shell} style={{ '--menu-width': `${portal.menuWidth}px` }}>
      <a className={classes.skip} href="#content">
        Skip to content
      </a>
      <Header portal={portal} menuId={MENU_ID} menuOpen={menu.open} toggleMenu={menu.toggle} />
      <ImpersonationBanner />
      {Notice && <Notice />}
      <div className={classes.body}>
        <nav
          id={MENU_ID}
          className={classes.menu}
          aria-label="Main menu"
          data-open={menu.open || undefined}
          inert={!menu.open}
        >
          <SideMenu menu={portal.menu} />
        </nav>
        {covered && (
          <div
            className={classes.cover}
            data-dims={portal.dims || undefined}
            onClick={portal.dims ? menu.close : undefined}
            aria-hidden
          />
        )}
        <main id="content" className={classes.content} inert={covered} tabIndex={-1}>
          <div className={classes.screen}>{children}</div>
          <footer className={classes.footer}>
            <GeoAttribution />
          </footer>
        </main>
      </div>
    </div>
  );
}

/** the portals' texts are English, whatever language the sign-in pages were read in: screen readers go by it */
function useEnglish(): void {
  const language = useLanguage();
  useEffect(() => {
    if (language) document.documentElement.lang = 'en';
    return applyLanguage;
  }, [language]);
}
