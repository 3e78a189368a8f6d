// Ctrl-K, on a Mac ⌘K, wherever the cursor is.
import { useHotkeys } from '@mantine/hooks';

const isMac = () => /Mac|iPhone|iPad/.test(navigator.userAgent);

export function useQuickSearchKey(open: () => void): { keys: string; ariaKeys: string } {
  useHotkeys([['mod+K', open]], [], true);
  return isMac() ? { keys: '⌘K', ariaKeys: 'Meta+K' } : { keys: 'Ctrl K', ariaKeys: 'Control+K' };
}
