// The little markup that the texts use: `code` between backticks and [links](/path).
import { Fragment } from 'react';

const TOKEN = /`([^`]+)`|\[([^\]]+)\]\(([^)]+)\)/g;

export function Rich({ text }: { text: string }) {
  const parts = [];
  let from = 0;
  for (const match of text.matchAll(TOKEN)) {
    const [whole, code, label, href] = match;
    parts.push(<Fragment key={from}>{text.slice(from, match.index)}</Fragment>);
    parts.push(
      code === undefined ? (
        <a key={match.index} href={href}>
          {label}
        </a>
      ) : (
        <code key={match.index}>{code}</code>
      ),
    );
    from = match.index + whole.length;
  }
  parts.push(<Fragment key={from}>{text.slice(from)}</Fragment>);
  return parts;
}
