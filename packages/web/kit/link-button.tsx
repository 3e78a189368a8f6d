// A button that goes to a page of the app.
import { Button, type ButtonProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { asButton } from '../ui/as-button.ts';

export function LinkButton({ to, children, ...props }: ButtonProps & { to: string; children: ReactNode }) {
  return (
    <Button component={Link} to={to} {...asButton} {...props}>
      {children}
    </Button>
  );
}
