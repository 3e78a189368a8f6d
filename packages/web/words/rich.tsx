// A sentence with an element in it: "Counted up to <time/>". The translator decides where it stands.
import { Fragment, type ReactNode } from 'react';

export const Rich = ({ text, elements }: { text: string; elements: Readonly<Record<string, ReactNode>> }) =>
  text.split(/(<\w+\/>)/).map((part, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one sentence keep their places
    <Fragment key={at}>{/^<\w+\/>$/.test(part) ? elements[part.slice(1, -2)] : part}</Fragment>
  ));
