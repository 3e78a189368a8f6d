// Below the specification's message: what happens now, and where the workspace will be. Everything here is made from what was typed;
// the server's answer is the same for everybody, whether a workspace was made or was there already.
import { companySlug, withSuffix } from '@tributary/contract/site/company-slug';
import { boot } from '../../kit/boot.ts';
import type { Messages } from '../content/en/index.ts';
import type { Newcomer } from './register-trial.ts';

interface Props {
  newcomer: Newcomer;
  text: Messages['signup']['form']['messages']['next'];
}

export function NextSteps({ newcomer, text }: Props) {
  const { mainOrigin, localInbox } = boot();
  const address = `${withSuffix(companySlug(newcomer.company), '')}.${new URL(mainOrigin).host}`;
  const [before, after] = text.workspace.split('{address}');
  const [mailBefore, mailAfter] = text.mail.split('{email}');
  return (
    <>
      <h3>{text.title}</h3>
      <ol>
        <li>
          {mailBefore}
          <b>{newcomer.email}</b>
          {mailAfter}
        </li>
        <li>
          {before}
          <b>{address}</b>
          {after}
        </li>
        <li>{text.start}</li>
      </ol>
      <p>
        {localInbox ? <a href="/inbox">{text.inbox}</a> : text.nothing} <a href="/contact">{text.contact}</a>
      </p>
    </>
  );
}
