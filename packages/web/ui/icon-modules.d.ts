// The icon package types only its barrel, which would pull six thousand files into the build; see icons.ts.
declare module '@tabler/icons-react/dist/esm/icons/*.mjs' {
  import type { Icon } from '@tabler/icons-react';

  const icon: Icon;
  export default icon;
}
