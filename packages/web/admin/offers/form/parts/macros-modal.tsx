// The whole catalogue of tokens over the campaign URL that they go into. A click appends the token.
import { macros } from '@tributary/contract/macros';
import { MacroPicker } from '../../../../kit/inputs/macro-picker.tsx';
import classes from '../offer-form.module.css';

interface MacrosModalProps {
  opened: boolean;
  close: () => void;
  url: string;
  append: (token: string) => void;
}

const NOTE =
  'Dashed tokens have a value only once a conversion exists. Functions: {click_id:md5}, sha1, sha256, upper, lower, raw; ' +
  'a default after a bar: {source|none}. p1–p15 come from the publisher, sub1–sub15 from you.';

export const MacrosModal = ({ opened, close, url, append }: MacrosModalProps) => (
  <MacroPicker opened={opened} close={close} title="Tracking Macros" macros={macros} insert={append} note={NOTE}>
    <p className={classes.macroUrl}>
      <span>Default Campaign URL</span>
      <code>{url || '-'}</code>
    </p>
  </MacroPicker>
);
