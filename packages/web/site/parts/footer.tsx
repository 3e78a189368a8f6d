// The footer of every page. Each entry leads to a page or to a section with substance.
import { Mark } from '../../ui/mark.tsx';
import { notice } from '../content/operator.ts';
import type { PageContext } from '../page-context.ts';
import { BRAND } from './island.tsx';

export function Footer({ text, lang }: Pick<PageContext, 'text' | 'lang'>) {
  const { footer, nav } = text.chrome;
  const columns = [
    {
      title: footer.product,
      links: [
        { href: '/', name: footer.home },
        { href: '/features', name: nav.features },
        { href: '/pricing', name: nav.pricing },
        { href: '/resources#integrations', name: nav.integrations },
        { href: '/resources#api', name: footer.api },
      ],
    },
    {
      title: footer.company,
      links: [
        { href: '/about', name: nav.about },
        { href: '/contact', name: nav.contact },
        { href: '/resources#security', name: footer.security },
      ],
    },
    {
      title: footer.learn,
      links: [
        { href: '/resources#tracking-links', name: footer.guides },
        { href: '/resources#training', name: nav.training },
        { href: '/resources#support', name: nav.support },
        { href: '/learn-more', name: footer.whatsNew },
      ],
    },
    {
      title: footer.legal,
      links: [
        { href: '/resources#privacy', name: footer.privacy },
        { href: '/resources#terms', name: footer.terms },
        { href: '/resources#cookies', name: footer.cookies },
      ],
    },
  ];
  return (
    <footer className="site-footer">
      <div className="wrap footer-grid">
        <div className="footer-brand">
          <span className="brand">
            <Mark size={24} />
            <span>{BRAND}</span>
          </span>
          <p>{footer.tagline}</p>
          <ul className="footer-promises">
            {footer.promises.map((promise) => (
              <li key={promise}>{promise}</li>
            ))}
          </ul>
        </div>
        {columns.map(({ title, links }) => (
          <div key={title}>
            <h2>{title}</h2>
            <ul>
              {links.map(({ href, name }) => (
                <li key={href}>
                  <a href={href}>{name}</a>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
      {notice && (
        <div className="wrap">
          <p className="footer-notice">{notice[lang]}</p>
        </div>
      )}
    </footer>
  );
}
