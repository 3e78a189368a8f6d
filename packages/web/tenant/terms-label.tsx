import { Anchor } from '@mantine/core';
import { useTexts } from '../kit/language.ts';
import { texts } from './texts.ts';

/** what is agreed to can be read: in a tab of its own, so that the form keeps what was typed */
export function TermsLabel() {
  const { agree, agreeLink } = useTexts(texts);
  const [before, after] = agree.split(agreeLink);
  return (
    <>
      {before}
      <Anchor href="/terms" target="_blank" inherit underline="always">
        {agreeLink}
      </Anchor>
      {after}
    </>
  );
}
