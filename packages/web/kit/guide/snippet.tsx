// Text to paste elsewhere. A secret within it is hidden on screen and whole in the copy.

import { t } from '../../words/kit.ts';
import { CopyIcon } from '../inputs/copy-line.tsx';
import classes from './guide.module.css';

const HIDDEN = '••••••••';

interface SnippetProps {
  title: string;
  help: string;
  text: string;
  /** hidden wherever it stands in the text */
  secret?: string;
}

export function Snippet({ title, help, text, secret }: SnippetProps) {
  return (
    <section className={classes.snippet} aria-label={title}>
      <h3>{title}</h3>
      <p>{help}</p>
      <div className={classes.code}>
        <pre>{secret ? text.replaceAll(secret, HIDDEN) : text}</pre>
        <CopyIcon text={text} label={t('guide.copy', { title: title.toLowerCase() })} />
      </div>
    </section>
  );
}
