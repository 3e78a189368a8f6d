// What the content security policy asks of the libraries: no code made from text, and the page's nonce on the styles
// that the scroll lock adds. Must run before any schema is parsed and any dialog is opened.
import { config } from 'zod/v4/core';

export function obeyContentPolicy(nonce: string): void {
  config({ jitless: true });
  // the name under which the scroll lock's style helper looks for a nonce, whatever the bundler
  Object.assign(globalThis, { __webpack_nonce__: nonce });
}
