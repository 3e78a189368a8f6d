// The quiet frame around login, password and sign-up pages: the tenant's brand, one card, language and colour scheme.
import type { ReactNode } from 'react';
import { boot, brandOfPage } from '../kit/boot.ts';
import { ColorSchemeToggle } from '../kit/color-scheme-toggle.tsx';
import { useTexts } from '../kit/language.ts';
import { LanguageMenu } from '../kit/language-menu.tsx';
import { useTitle } from '../kit/use-title.ts';
import { Brand } from '../ui/brand.tsx';
import classes from './sign-in-frame.module.css';
import { texts } from './texts.ts';

export function SignInFrame({ title, purpose, children }: { title: string; purpose?: string; children: ReactNode }) {
  const t = useTexts(texts);
  useTitle(title);
  return (
    <div className={classes.page}>
      <div className={classes.tools}>
        <LanguageMenu label={t.language} />
        <ColorSchemeToggle toDark={t.toDark} toLight={t.toLight} />
      </div>
      <main className={classes.main}>
        <div className={classes.brand}>
          <Brand name={brandOfPage()} logoUrl={boot().tenant?.logoUrl} size="lg" />
        </div>
        <section className={classes.card} aria-labelledby="sign-in-title">
          <h1 id="sign-in-title" className={classes.title}>
            {title}
          </h1>
          {purpose && <p className={classes.purpose}>{purpose}</p>}
          {children}
        </section>
      </main>
      <Streams />
    </div>
  );
}

function Streams() {
  return (
    <svg
      className={classes.streams}
      viewBox="0 0 1440 320"
      fill="none"
      preserveAspectRatio="xMidYMax slice"
      aria-hidden
    >
      <path d="M-20 40C420 40 520 220 900 220h560" />
      <path d="M-20 220h1480" />
      <path d="M-20 340C420 340 520 220 900 220" />
    </svg>
  );
}
