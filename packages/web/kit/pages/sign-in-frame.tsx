// The quiet frame around login, password, sign-up and terms pages: the brand, one card, and the page's tools in the corner.
import type { ReactNode } from 'react';
import { Brand, type BrandLook } from '../../ui/brand.tsx';
import classes from './sign-in-frame.module.css';
import { useTitle } from './use-title.ts';

export interface SignInFrameProps {
  brand: { name: string } & BrandLook;
  tools: ReactNode;
  title: string;
  purpose?: string;
  /** for text to be read rather than a form to be filled in */
  wide?: boolean;
  children: ReactNode;
}

export function SignInFrame({ brand, tools, title, purpose, wide, children }: SignInFrameProps) {
  useTitle(title);
  return (
    <div className={classes.page}>
      <header className={classes.tools}>{tools}</header>
      <main className={classes.main}>
        <div className={classes.brand}>
          <Brand {...brand} size="lg" />
        </div>
        <section className={classes.card} data-wide={wide || undefined} aria-labelledby="sign-in-title">
          <h1 id="sign-in-title" className={classes.title}>
            {title}
          </h1>
          {purpose && <p className={classes.purpose}>{purpose}</p>}
          {children}
        </section>
      </main>
      {!brand.isOwn && <Streams />}
    </div>
  );
}

const Streams = () => (
  <svg className={classes.streams} viewBox="0 0 1440 320" fill="none" preserveAspectRatio="xMidYMax slice" aria-hidden>
    <path d="M-20 40C420 40 520 220 900 220h560" />
    <path d="M-20 220h1480" />
    <path d="M-20 340C420 340 520 220 900 220" />
  </svg>
);
