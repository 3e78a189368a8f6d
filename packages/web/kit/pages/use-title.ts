// The document's title: the page, then whose it is.
import { useEffect } from 'react';
import { brandOfPage } from '../boot.ts';

export function useTitle(page: string): void {
  useEffect(() => {
    document.title = page ? `${page} · ${brandOfPage()}` : brandOfPage();
  }, [page]);
}
