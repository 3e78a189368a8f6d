// The header of every page: announcement, menus, language, light or dark, and the button that sells. Below 768 px the
// menu folds away behind a button. All of it reads and navigates without a script.
import { useRef, useState } from 'react';
import { Mark } from '../../ui/mark.tsx';
import type { Messages } from '../content/en/index.ts';
import { type Lang, languageNames, languages } from '../content/languages.ts';
import { ANNOUNCEMENT_ID, ANNOUNCEMENT_KEY } from '../parts/announcement.ts';
import { Icon } from '../parts/icons.tsx';
import { switchScheme } from '../scheme.ts';
import { useMenus } from './menus.ts';

export interface HeaderProps {
  text: Pick<Messages['chrome'], 'skip' | 'homeLabel' | 'banner' | 'nav'>;
  brand: string;
  lang: Lang;
  path: string;
}

export function Header({ text, brand, lang, path }: HeaderProps) {
  const bar = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  useMenus(bar);
  const { nav } = text;
  return (
    <>
      <a className="skip-link" href="#main">
        {text.skip}
      </a>
      <header className="site-header">
        <Announcement text={text.banner} />
        <div className="site-bar" ref={bar}>
          <div className="site-bar-inner">
            <a className="brand" href="/" aria-label={text.homeLabel}>
              <Mark size={24} />
              <span>{brand}</span>
            </a>
            <button
              type="button"
              className="menu-button needs-script"
              aria-expanded={open}
              aria-controls="site-menu"
              onClick={() => setOpen(!open)}
            >
              <Icon name={open ? 'close' : 'menu'} />
              <span>{nav.menu}</span>
            </button>
            <div id="site-menu" className="site-menu" data-open={open}>
              <nav className="site-nav" aria-label={nav.label}>
                <Menu
                  label={nav.products}
                  path={path}
                  entries={[
                    { href: '/features', name: nav.features, note: nav.featuresNote },
                    { href: '/about', name: nav.about, note: nav.aboutNote },
                    { href: '/resources#integrations', name: nav.integrations, note: nav.integrationsNote },
                  ]}
                />
                <Menu
                  label={nav.services}
                  path={path}
                  entries={[
                    { href: '/resources#support', name: nav.support, note: nav.supportNote },
                    { href: '/resources#training', name: nav.training, note: nav.trainingNote },
                    { href: '/contact', name: nav.consulting, note: nav.consultingNote },
                  ]}
                />
                <NavLink href="/pricing" name={nav.pricing} path={path} />
                <NavLink href="/resources" name={nav.resources} path={path} />
                <NavLink href="/contact" name={nav.contact} path={path} />
              </nav>
              <div className="site-bar-end">
                <LanguageMenu lang={lang} label={nav.language} />
                <button
                  type="button"
                  className="icon-button needs-script"
                  aria-label={nav.scheme}
                  onClick={switchScheme}
                >
                  <Icon name="scheme" />
                </button>
                <a className="button" href="/signup">
                  {nav.trial}
                </a>
              </div>
            </div>
          </div>
        </div>
      </header>
    </>
  );
}

function Announcement({ text }: { text: Messages['chrome']['banner'] }) {
  const dismiss = () => {
    document.documentElement.dataset.announcement = 'dismissed';
    localStorage.setItem(ANNOUNCEMENT_KEY, ANNOUNCEMENT_ID);
  };
  return (
    <div className="announcement">
      <p>
        {text.text} <a href="/learn-more">{text.link}</a>
      </p>
      <button type="button" className="needs-script" aria-label={text.dismiss} onClick={dismiss}>
        <Icon name="close" size={16} />
      </button>
    </div>
  );
}

interface Entry {
  href: string;
  name: string;
  note: string;
}

function Menu({ label, entries, path }: { label: string; entries: readonly Entry[]; path: string }) {
  return (
    <details className="menu" name="site-menu">
      <summary>
        {label}
        <Icon name="chevron" size={14} />
      </summary>
      <ul>
        {entries.map(({ href, name, note }) => (
          <li key={name}>
            <a href={href} aria-current={href === path ? 'page' : undefined}>
              <span>{name}</span>
              <small>{note}</small>
            </a>
          </li>
        ))}
      </ul>
    </details>
  );
}

function NavLink({ href, name, path }: { href: string; name: string; path: string }) {
  return (
    <a className="nav-link" href={href} aria-current={href === path ? 'page' : undefined}>
      {name}
    </a>
  );
}

const YEAR_SECONDS = 365 * 24 * 60 * 60;

function LanguageMenu({ lang, label }: { lang: Lang; label: string }) {
  const choose = (chosen: Lang) => {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox and on plain http
    document.cookie = `lang=${chosen}; Path=/; Max-Age=${YEAR_SECONDS}; SameSite=Lax`;
    location.replace(location.pathname + location.hash);
    if (location.hash) location.reload();
  };
  return (
    <details className="menu language-menu" name="site-menu">
      <summary aria-label={`${label}: ${languageNames[lang].name}`}>
        <Icon name="globe" size={16} />
        {languageNames[lang].label}
        <Icon name="chevron" size={14} />
      </summary>
      <ul>
        {languages.map((one) => (
          <li key={one}>
            <a
              href={`?lang=${one}`}
              lang={one}
              hrefLang={one}
              aria-current={one === lang ? 'true' : undefined}
              onClick={(event) => {
                event.preventDefault();
                choose(one);
              }}
            >
              {languageNames[one].name}
            </a>
          </li>
        ))}
      </ul>
    </details>
  );
}
