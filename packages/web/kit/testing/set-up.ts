// Before every component test: a page as the server writes it. After it: nothing that a test has drawn, stored or stubbed stays.

import { cleanup, configure } from '@testing-library/react';
import { BOOT_ELEMENT_ID, type Boot } from '@tributary/contract/boot';
import { afterEach, vi } from 'vitest';

const boot: Boot = {
  mode: 'tenant',
  brandName: 'Tributary',
  mainOrigin: 'http://localhost',
  nonce: 'n',
  tenant: { subdomain: 'demo', displayName: 'Demo', brandName: null, color: null, logoUrl: null, logoDarkUrl: null },
  localInbox: false,
};
const element = document.createElement('script');
element.id = BOOT_ELEMENT_ID;
element.type = 'application/json';
element.textContent = JSON.stringify(boot);
document.head.append(element);

// this document has no fonts; what grows with its text listens for them
Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true });

// a machine at load 10 is slow, and no slower than this; what is awaited comes at once on an idle one
// whether something is hidden is asked of every ancestor's style, which costs more than all the rest of a test
configure({ asyncUtilTimeout: 20_000, defaultHidden: true });

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  localStorage.clear();
  sessionStorage.clear();
});
