// A page as HTML: header, content and footer, and what belongs into its <head>.
import { renderToString } from 'react-dom/server';
import { locales, messages } from './content/index.ts';
import type { Lang } from './content/languages.ts';
import { Header } from './islands/header.tsx';
import type { PageContext } from './page-context.ts';
import { About } from './pages/about.tsx';
import { Contact } from './pages/contact.tsx';
import { Features } from './pages/features.tsx';
import { Home } from './pages/home.tsx';
import { LearnMore } from './pages/learn-more.tsx';
import { Pricing } from './pages/pricing.tsx';
import { Resources } from './pages/resources.tsx';
import { Signup } from './pages/signup.tsx';
import { type PageName, pages } from './pages.ts';
import { Footer } from './parts/footer.tsx';
import { BRAND, Island } from './parts/island.tsx';

const components: Record<PageName, (page: PageContext) => React.ReactNode> = {
  home: Home,
  about: About,
  features: Features,
  contact: Contact,
  pricing: Pricing,
  signup: Signup,
  resources: Resources,
  learnMore: LearnMore,
};

export interface RenderedPage {
  title: string;
  description: string;
  body: string;
}

export function renderPage(name: PageName, lang: Lang): RenderedPage {
  const text = messages[lang];
  const page: PageContext = { name, lang, locale: locales[lang], text };
  const Content = components[name];
  const { skip, homeLabel, banner, nav } = text.chrome;
  const header = { text: { skip, homeLabel, banner, nav }, brand: BRAND, lang, path: pages[name] };
  const body = renderToString(
    <>
      <Island name="header" of={Header} props={header} />
      <main id="main" tabIndex={-1}>
        <Content {...page} />
      </main>
      <Footer text={text} lang={lang} />
    </>,
  );
  return { title: text[name].title, description: text[name].description, body };
}
