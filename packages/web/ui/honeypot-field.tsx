// The field that no person sees (contract/site/honeypot.ts): out of sight, out of the tab order, silent for screen readers.
import { HONEYPOT_FIELD, type WithHoneypot } from '@tributary/contract/site/honeypot';
import type { RefObject } from 'react';

export type HoneypotRef = RefObject<HTMLInputElement | null>;

export const HoneypotField = ({ input }: { input: HoneypotRef }) => (
  <div aria-hidden style={{ position: 'absolute', insetInlineStart: -10_000, height: 1, overflow: 'hidden' }}>
    <label>
      Leave this empty
      <input ref={input} name={HONEYPOT_FIELD} tabIndex={-1} autoComplete="off" />
    </label>
  </div>
);

/** what the call says of the honeypot: nothing, unless it was filled in */
export const honeypotOf = (input: HoneypotRef): WithHoneypot =>
  input.current?.value ? { [HONEYPOT_FIELD]: input.current.value } : {};
