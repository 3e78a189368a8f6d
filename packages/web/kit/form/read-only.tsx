// A form that the reader's role does not save: all of it is shown, nothing can be entered, and what would add, remove or
// send is not there. The form names the route that saves it, as a verb names the one it calls.
import { createContext, type ReactNode, use } from 'react';
import { type Callable, useMay } from '../shell/permissions.ts';

const ReadOnly = createContext(false);

export const useReadOnly = (): boolean => use(ReadOnly);

interface SavedByProps {
  route: Callable;
  children: ReactNode;
}

export const SavedBy = ({ route, children }: SavedByProps) => <ReadOnly value={!useMay()(route)}>{children}</ReadOnly>;

/** fields: native ones go dead with the fieldset around them, which takes no room of its own */
export const Fields = ({ children }: { children: ReactNode }) =>
  useReadOnly() ? (
    <fieldset disabled style={{ display: 'contents' }}>
      {children}
    </fieldset>
  ) : (
    children
  );

/** what adds, changes, removes or saves */
export const Writing = ({ children }: { children: ReactNode }) => (useReadOnly() ? null : children);
