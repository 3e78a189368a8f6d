// The bar over a portal: menu toggle, brand, who is signed in, colour scheme, logout.
import { ActionIcon, Button } from '@mantine/core';
import type { SignedInUser } from '@tributary/contract/accounts/sessions';
import { useNavigate } from 'react-router';
import { logout } from '../../kit/api/logout.ts';
import { lookOfPage } from '../../kit/boot.ts';
import { useSession } from '../../kit/shell/session-context.ts';
import { ColorSchemeToggle } from '../../kit/theme/color-scheme-toggle.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { Brand } from '../../ui/brand.tsx';
import { fullName } from '../../ui/format.ts';
import { IconLogout, IconMenu2 } from '../../ui/icons.ts';
import { t } from '../../words/kit.ts';
import classes from './header.module.css';
import type { PortalDeclaration } from './portal.tsx';

interface HeaderProps {
  portal: PortalDeclaration;
  menuId: string;
  menuOpen: boolean;
  toggleMenu: () => void;
}

const nameOf = (user: SignedInUser) => fullName(user.first_name, user.last_name);

export function Header({ portal, menuId, menuOpen, toggleMenu }: HeaderProps) {
  const { user, session } = useSession();
  const navigate = useNavigate();
  const { tools: Tools } = portal;
  const shown = portal.role === 'admin' ? `${nameOf(user)} (${user.subdomain})` : nameOf(user);
  return (
    <header className={classes.header}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={40}
        onClick={toggleMenu}
        aria-label={menuOpen ? t('shell.closeMenu') : t('shell.openMenu')}
        aria-expanded={menuOpen}
        aria-controls={menuId}
      >
        <IconMenu2 size={20} aria-hidden />
      </ActionIcon>
      <div className={classes.brand}>
        <Brand name={portal.brand()} {...lookOfPage()} />
      </div>
      {Tools && <Tools menu={portal.menu} />}
      <div className={classes.user}>
        <Avatar name={nameOf(user)} />
        <span className={classes.name}>{shown}</span>
      </div>
      <ColorSchemeToggle />
      <Button
        variant="default"
        className={classes.logout}
        leftSection={<IconLogout size={16} aria-hidden />}
        onClick={() => logout(session).then(() => navigate('/'))}
      >
        {t('shell.logout')}
      </Button>
    </header>
  );
}
