// The frame every page of the app stands in: theme in the tenant's colour, colour scheme, style nonce.
import '@fontsource-variable/inter/wght.css';
import '../ui/tokens.css';
import './theme/mantine-base-css.ts';
import './theme/base.css';
import { MantineProvider } from '@mantine/core';
import { DEFAULT_COLOR } from '@tributary/contract/boot';
import { type ReactNode, useMemo } from 'react';
import { boot } from './boot.ts';
import { useDialogFocus } from './dialogs/dialog-focus.ts';
import { themeFor, variablesFor } from './theme/theme.ts';

export function App({ children }: { children: ReactNode }) {
  useDialogFocus();
  const color = boot().tenant?.color ?? DEFAULT_COLOR;
  const theme = useMemo(() => themeFor(color), [color]);
  const variables = useMemo(() => variablesFor(color), [color]);
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={variables}
      defaultColorScheme="auto"
      getStyleNonce={() => boot().nonce}
    >
      {children}
    </MantineProvider>
  );
}
