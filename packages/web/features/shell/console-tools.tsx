// What only the console's header has: the trial's badge, quick search, notifications, the user's language.
import { lazy, Suspense, useState } from 'react';
import type { Menu } from '../../kit/shell/menu.ts';
import { usePhone } from '../../kit/use-width.ts';
import { IconSearch } from '../../ui/icons.ts';
import { t } from '../../words/kit.ts';
import { useQuickSearchKey } from '../quick-search/shortcut.ts';
import { NotificationsMenu } from './notifications-menu.tsx';
import { ProfileLanguage } from './profile-language.tsx';
import classes from './tools.module.css';
import { TrialBadge } from './trial-badge.tsx';

const QuickSearch = lazy(() => import('../quick-search/quick-search.tsx'));

export function ConsoleTools({ menu }: { menu: Menu }) {
  const phone = usePhone();
  const [searching, setSearching] = useState(false);
  const { keys, ariaKeys } = useQuickSearchKey(() => setSearching(true));
  return (
    <>
      {!phone && <TrialBadge />}
      <button
        type="button"
        className={classes.search}
        aria-label={t('common.search')}
        aria-keyshortcuts={ariaKeys}
        onClick={() => setSearching(true)}
      >
        <IconSearch size={18} aria-hidden />
        <span>{t('common.search')}</span>
        <kbd className={classes.keys}>{keys}</kbd>
      </button>
      <NotificationsMenu />
      {!phone && <ProfileLanguage />}
      {searching && (
        <Suspense fallback={null}>
          <QuickSearch menu={menu} close={() => setSearching(false)} />
        </Suspense>
      )}
    </>
  );
}
