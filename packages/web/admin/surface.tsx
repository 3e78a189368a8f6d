// The account manager's console.
import { lazy } from 'react';
import { brandOfPage } from '../kit/boot.ts';
import { Portal, type PortalDeclaration } from '../kit/shell/portal.tsx';
import { adminMenu } from './menu.ts';

const admin: PortalDeclaration = {
  role: 'admin',
  base: '/am',
  brand: brandOfPage,
  menu: adminMenu,
  menuWidth: 280,
  dims: false,
  screens: {
    dashboard: lazy(() => import('./dashboard.tsx')),
  },
};

export const Component = () => <Portal portal={admin} />;
