import { Anchor } from '@mantine/core';

interface TermsLabelProps {
  text: string;
  /** the part of the text that leads to the tenant's terms */
  link: string;
}

/** what is agreed to can be read: in a tab of its own, so that the form keeps what was typed */
export function TermsLabel({ text, link }: TermsLabelProps) {
  const [before, after] = text.split(link);
  return (
    <>
      {before}
      <Anchor href="/terms" target="_blank" inherit underline="always">
        {link}
      </Anchor>
      {after}
    </>
  );
}
