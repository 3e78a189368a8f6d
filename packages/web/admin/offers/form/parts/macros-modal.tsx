// The whole catalogue of tokens over the campaign URL that they go into. A click appends the token.
import { macros } from '@tributary/contract/tracker/macros';
import { MacroPicker } from '../../../../kit/inputs/macro-picker.tsx';
import { t } from '../../../../words/admin.ts';
import classes from '../offer-form.module.css';

interface MacrosModalProps {
  opened: boolean;
  close: () => void;
  url: string;
  append: (token: string) => void;
}

export const MacrosModal = ({ opened, close, url, append }: MacrosModalProps) => (
  <MacroPicker
    opened={opened}
    close={close}
    title={t('offers.trackingMacros')}
    macros={macros}
    insert={append}
    note={t('offers.macrosNote')}
  >
    <p className={classes.macroUrl}>
      <span>{t('offers.defaultCampaignUrl')}</span>
      <code>{url || '-'}</code>
    </p>
  </MacroPicker>
);
