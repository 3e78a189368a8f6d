// One cell, drawn by its column's kind.
import { Avatar } from '../../ui/avatar.tsx';
import { dateTime, EMPTY } from '../../ui/format.ts';
import { StatusBadge } from '../../ui/status-badge.tsx';
import classes from './cell.module.css';
import { type Column, cellText } from './column.ts';

export function Cell<Row>({ column, row, position }: { column: Column<Row>; row: Row; position: number }) {
  const text = cellText(column, row, position);
  switch (column.kind) {
    case 'status':
      return <StatusBadge status={column.value(row)} />;
    case 'person': {
      const { name, email } = column.value(row);
      return (
        <span className={classes.person}>
          <Avatar name={name} />
          <span className={classes.words}>
            <span className={classes.name}>{name}</span>
            <span className={classes.email}>{email}</span>
          </span>
        </span>
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
    case 'relative-date': {
      const at = column.value(row);
      return at ? <time title={dateTime(at)}>{text}</time> : <span className={classes.empty}>{text}</span>;
    }
    default:
      return <span className={text === EMPTY ? classes.empty : undefined}>{text}</span>;
  }
}
