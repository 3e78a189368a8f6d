// The field that no person sees (contract/trap.ts): out of sight, out of the tab order, silent for screen readers.
import { TRAP_FIELD, type Trapped } from '@tributary/contract/site/honeypot';
import type { RefObject } from 'react';

export type TrapRef = RefObject<HTMLInputElement | null>;

export const TrapField = ({ input }: { input: TrapRef }) => (
  <div aria-hidden style={{ position: 'absolute', insetInlineStart: -10_000, height: 1, overflow: 'hidden' }}>
    <label>
      Leave this empty
      <input ref={input} name={TRAP_FIELD} tabIndex={-1} autoComplete="off" />
    </label>
  </div>
);

/** what the call says of the trap: nothing, unless it was filled in */
export const trapped = (input: TrapRef): Trapped => (input.current?.value ? { [TRAP_FIELD]: input.current.value } : {});
