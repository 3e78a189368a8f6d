import { Anchor } from '@mantine/core';

interface TermsLabelProps {
  text: string;
  /** the part of the text that leads to the tenant's terms */
  link: string;
  /** whose terms, where the two kinds of partners have different ones */
  audience?: 'publisher' | 'advertiser';
}

/** what is agreed to can be read: in a tab of its own, so that the form keeps what was typed */
export function TermsLabel({ text, link, audience }: TermsLabelProps) {
  const [before, after] = text.split(link);
  return (
    <>
      {before}
      <Anchor href={audience ? `/terms?for=${audience}` : '/terms'} target="_blank" inherit underline="always">
        {link}
      </Anchor>
      {after}
    </>
  );
}
