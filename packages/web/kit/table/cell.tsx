// One cell, drawn by its column's kind.
import { Link } from 'react-router';
import { Avatar } from '../../ui/avatar.tsx';
import { dateTime, EMPTY, money } from '../../ui/format.ts';
import { IconAlertTriangle, IconArrowDown, IconArrowUp, IconCircleCheck, IconCircleMinus } from '../../ui/icons.ts';
import { StatusBadge } from '../../ui/status-badge.tsx';
import classes from './cell.module.css';
import { type Column, cellText } from './column.ts';
import { MarkedAmount } from './marked-amount.tsx';

/** "Riverside Bank – Savings account (12)": what is clipped is the name, never its number */
const NUMBERED = /^(.+)( \(\d+\))$/;

const checkIcons = { good: IconCircleCheck, bad: IconAlertTriangle, open: IconCircleMinus } as const;

export function Cell<Row>({ column, row, position }: { column: Column<Row>; row: Row; position: number }) {
  const text = cellText(column, row, position);
  switch (column.kind) {
    case 'status':
      return <StatusBadge status={column.value(row)} tone={column.tone?.(row)} />;
    case 'person': {
      const { name, email, mark } = column.value(row);
      return (
        <span className={classes.person}>
          <Avatar name={name} />
          <span className={classes.words}>
            <span className={classes.name}>{name}</span>
            <span className={classes.email}>{mark ? `${email} · ${mark}` : email}</span>
          </span>
        </span>
      );
    }
    case 'title': {
      const image = column.image?.(row);
      return (
        <span className={classes.title}>
          {column.image && (image ? <img className={classes.image} src={image} alt="" /> : <Avatar name={text} />)}
          {column.to ? (
            <Link className={classes.link} to={column.to(row)}>
              {text}
            </Link>
          ) : (
            <span className={classes.name}>{text}</span>
          )}
        </span>
      );
    }
    case 'link': {
      const to = column.to(row);
      return to ? (
        <Link className={classes.link} to={to}>
          {text}
        </Link>
      ) : (
        <span>{text}</span>
      );
    }
    case 'tags':
      return (
        <span className={classes.tags}>
          {column.value(row).map((tag) => (
            <span key={tag} className={classes.tag}>
              {tag}
            </span>
          ))}
          {column.value(row).length === 0 && EMPTY}
        </span>
      );
    case 'change': {
      const tone = column.value(row)?.tone;
      const Icon = text.startsWith('-') ? IconArrowDown : IconArrowUp;
      return (
        <span className={classes.change} data-tone={tone}>
          {tone && tone !== 'same' && <Icon size={12} aria-hidden />}
          {text}
        </span>
      );
    }
    case 'checks': {
      const checks = column.value(row);
      if (checks.length === 0) return <span className={classes.empty}>{EMPTY}</span>;
      return (
        <ul className={classes.checks}>
          {checks.map((check) => {
            const Icon = checkIcons[check.state];
            return (
              <li key={check.text} data-state={check.state}>
                <Icon size={14} aria-hidden />
                {check.text}
              </li>
            );
          })}
        </ul>
      );
    }
    case 'usage': {
      const { used, limit } = column.value(row);
      const part = limit === null ? null : Math.min(1, used / limit);
      return (
        <span className={classes.usage}>
          {text}
          {part !== null && (
            <span className={classes.bar} data-near={part >= 0.8 || undefined} data-full={part >= 1 || undefined}>
              <span style={{ width: `${part * 100}%` }} />
            </span>
          )}
        </span>
      );
    }
    case 'money': {
      const mark = column.value(row) ? column.mark?.(row) : undefined;
      if (mark) return <MarkedAmount mark={mark}>{text}</MarkedAmount>;
      const exact = column.converted && column.value(row);
      if (exact) return <span title={money(exact.amount, exact.currency)}>{text}</span>;
      return <span className={text === EMPTY ? classes.empty : undefined}>{text}</span>;
    }
    case 'relative-date': {
      const at = column.value(row);
      return at ? <time title={dateTime(at)}>{text}</time> : <span className={classes.empty}>{text}</span>;
    }
    case 'text':
      if (column.clip && text !== EMPTY) {
        const [, name = text, number = ''] = NUMBERED.exec(text) ?? [];
        return (
          <span className={classes.clip} title={text}>
            <span>{name}</span>
            {number && <span className={classes.number}>{number}</span>}
          </span>
        );
      }
      return <span className={text === EMPTY ? classes.empty : undefined}>{text}</span>;
    default:
      return <span className={text === EMPTY ? classes.empty : undefined}>{text}</span>;
  }
}
