// Settings › General › Brand: name, pictures, colour and sender, with what they will look like beside them while they are entered.
import { PageTabs } from '../../../kit/log-page/page-tabs.tsx';
import type { OwnInput } from '../../../kit/settings/setting-fields.ts';
import { SettingsPage, type SettingsScreen } from '../../../kit/settings/settings-page.tsx';
import { t } from '../../../words/admin.ts';
import { generalTabs } from '../tabs.ts';
import { BrandColor } from './brand-color.tsx';
import { PictureInput } from './brand-picture.tsx';
import { BrandPreview } from './brand-preview.tsx';

/** long enough to read that it is saved; then every part of the page is drawn anew */
const RELOAD_AFTER_MS = 700;

const picture = (label: string, help: string) => ({
  label,
  own: {
    input: (input: OwnInput) => <PictureInput label={label} help={help} {...input} />,
    text: (value: unknown) => (value ? t('brand.ownPicture') : ''),
  },
});

const screen: SettingsScreen = {
  title: t('brand.title'),
  purpose: t('brand.purpose'),
  sections: {
    brand: {
      title: t('brand.section'),
      text: t('brand.sectionText'),
      settings: {
        name: { label: t('brand.name'), help: t('brand.nameHelp') },
        color: { label: t('brand.color'), own: { input: BrandColor, text: String } },
        logo: picture(t('brand.logo'), t('brand.logoHelp')),
        logo_dark: picture(t('brand.logoDark'), t('brand.logoDarkHelp')),
        favicon: picture(t('brand.favicon'), t('brand.faviconHelp')),
        sender_name: { label: t('brand.sender'), help: t('brand.senderHelp') },
      },
      preview: BrandPreview,
      saved: () => {
        setTimeout(() => location.reload(), RELOAD_AFTER_MS);
      },
    },
  },
};

export default function Brand() {
  return <SettingsPage screen={screen} intro={<PageTabs label={t('common.general')} tabs={generalTabs} />} />;
}
