// The frame of the three portals: header, side menu, and the pane that alone scrolls.
import { type ReactNode, useEffect } from 'react';
import { sayAfterReload } from '../../kit/language/change-language.ts';
import { GeoAttribution } from '../../ui/geo-attribution.tsx';
import { t } from '../../words/kit.ts';
import { useAccountLanguage } from './account-language.ts';
import { Header } from './header.tsx';
import { ImpersonationBanner } from './impersonation-banner.tsx';
import type { PortalDeclaration } from './portal.tsx';
import classes from './shell.module.css';
import { SideMenu } from './side-menu.tsx';
import { TwoFactorBanner } from './two-factor-banner.tsx';
import { useMenuState } from './use-menu-state.ts';

const MENU_ID = 'side-menu';

export function Shell({ portal, children }: { portal: PortalDeclaration; children: ReactNode }) {
  const menu = useMenuState();
  const { notice: Notice } = portal;
  useEffect(sayAfterReload, []);
  useAccountLanguage();
  const covered = menu.open && !menu.docked;
  return (
    <div className={classes.shell} style={{ '--menu-width': `${portal.menuWidth}px` }}>
      <a className={classes.skip} href="#content">
        {t('shell.skipToContent')}
      </a>
      <Header portal={portal} menuId={MENU_ID} menuOpen={menu.open} toggleMenu={menu.toggle} />
      <ImpersonationBanner />
      <TwoFactorBanner />
      {Notice && <Notice />}
      <div className={classes.body}>
        <nav
          id={MENU_ID}
          className={classes.menu}
          aria-label={t('shell.mainMenu')}
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
