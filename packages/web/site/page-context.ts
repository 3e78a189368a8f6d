// What a page is rendered with.
import type { Messages } from './content/index.ts';
import type { Lang } from './content/languages.ts';
import type { PageName } from './pages.ts';

export interface PageContext {
  name: PageName;
  lang: Lang;
  locale: string;
  text: Messages;
}
