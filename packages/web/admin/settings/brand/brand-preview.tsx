// What the workspace would look like as entered: sign-in, portal, a mail, and the page of a link that leads nowhere. Drawn with the
// colours that the real pages compute, on a light or a dark ground.
import { Group, SegmentedControl } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { boot } from '../../../kit/boot.ts';
import type { SettingValues } from '../../../kit/settings/setting-fields.ts';
import { brandColors } from '../../../kit/theme/brand-colors.ts';
import { Brand } from '../../../ui/brand.tsx';
import { t } from '../../../words/admin.ts';
import classes from './brand.module.css';
import { usable } from './brand-color.tsx';
import { pictureUrl } from './brand-picture.tsx';

type Scheme = 'light' | 'dark';
interface Look {
  name: string;
  sender: string;
  logoUrl: string;
  isOwn: boolean;
}

const pages = {
  signIn: (look: Look) => (
    <div className={classes.signIn}>
      <Brand {...look} size="lg" />
      <div className={classes.sheet}>
        <b>{t('brand.signIn')}</b>
        <Field label={t('brand.email')} />
        <Field label={t('brand.password')} />
        <span className={classes.fill}>{t('brand.signIn')}</span>
        <span className={classes.link}>{t('brand.forgot')}</span>
      </div>
    </div>
  ),
  portal: (look: Look) => (
    <div className={classes.portal}>
      <div className={classes.bar}>
        <Brand {...look} name={t('brand.publisherOf', { name: look.name })} />
      </div>
      <div className={classes.columns}>
        <div className={classes.menu}>
          <span className={classes.active}>{t('common.dashboard')}</span>
          <span>{t('brand.campaigns')}</span>
          <span>{t('common.reports')}</span>
        </div>
        <div className={classes.sheet}>
          <b>{t('common.dashboard')}</b>
          <p className={classes.figure}>1,284</p>
          <span className={classes.link}>{t('brand.seeReports')}</span>
        </div>
      </div>
    </div>
  ),
  mail: (look: Look) => (
    <div className={classes.mail}>
      <p className={classes.from}>{t('brand.mailFrom', { sender: look.sender })}</p>
      <Brand {...look} size="lg" />
      <div className={classes.sheet}>
        <p>{t('brand.mailText', { name: look.name })}</p>
        <span className={classes.fill}>{t('brand.mailButton')}</span>
      </div>
    </div>
  ),
  visitor: (look: Look) => (
    <div className={classes.signIn}>
      <div className={classes.sheet}>
        <Brand name={look.name} isOwn />
        <b>{t('brand.notAvailable')}</b>
        <p>{t('brand.notAvailableText')}</p>
      </div>
    </div>
  ),
} satisfies Record<string, (look: Look) => ReactNode>;
type PageName = keyof typeof pages;

const Field = ({ label }: { label: string }) => (
  <span className={classes.field}>
    {label}
    <i />
  </span>
);

export function BrandPreview({ values }: { values: SettingValues }) {
  const [page, setPage] = useState<PageName>('signIn');
  const [scheme, setScheme] = useState<Scheme>('light');
  const given = String(values.name ?? '').trim();
  const name = given || (boot().tenant?.subdomain ?? '');
  const colors = brandColors(usable(values.color))[scheme];
  const look: Look = {
    name,
    sender: String(values.sender_name ?? '').trim() || name,
    logoUrl: (scheme === 'dark' && pictureUrl(values.logo_dark)) || pictureUrl(values.logo),
    isOwn: given !== '',
  };
  return (
    <section aria-label={t('brand.preview')}>
      <Group justify="space-between" gap="xs" mb="sm">
        <SegmentedControl
          size="xs"
          aria-label={t('brand.previewPage')}
          value={page}
          onChange={(chosen) => setPage(chosen as PageName)}
          data={[
            { value: 'signIn', label: t('brand.pageSignIn') },
            { value: 'portal', label: t('brand.pagePortal') },
            { value: 'mail', label: t('brand.pageMail') },
            { value: 'visitor', label: t('brand.pageVisitor') },
          ]}
        />
        <SegmentedControl
          size="xs"
          aria-label={t('brand.previewGround')}
          value={scheme}
          onChange={(chosen) => setScheme(chosen === 'dark' ? 'dark' : 'light')}
          data={[
            { value: 'light', label: t('brand.light') },
            { value: 'dark', label: t('brand.dark') },
          ]}
        />
      </Group>
      <div
        className={classes.screen}
        data-scheme={scheme}
        style={{
          '--accent': colors.text,
          '--accent-fill': colors.fill,
          '--accent-on': colors.onFill,
          '--accent-soft': colors.soft,
        }}
      >
        {pages[page](look)}
      </div>
    </section>
  );
}
