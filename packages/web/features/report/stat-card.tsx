// One figure with its name, what it did since, and one more figure below. Opens the report behind it where there is one.
import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { signedPercent } from '../../ui/format.ts';
import { IconArrowDown, IconArrowUp } from '../../ui/icons.ts';
import { t } from '../../words/kit.ts';
import { SEPARATOR } from './figure.ts';
import classes from './report.module.css';

interface StatCardProps {
  label: string;
  /** null while it is on its way */
  value: string | null;
  /** under the figure: a trend, a second figure */
  children?: ReactNode;
  to?: string;
}

export function StatCard({ label, value, children, to }: StatCardProps) {
  const inside = (
    <>
      <span className={classes.statLabel}>{label}</span>
      {value === null ? <Skeleton height={28} width="60%" /> : <Figure text={value} />}
      <span className={classes.statRest}>
        {value === null ? <Skeleton height={12} width="80%" mt={4} /> : children}
      </span>
    </>
  );
  return to ? (
    <Link className={classes.stat} to={to} data-stat={label}>
      {inside}
    </Link>
  ) : (
    <div className={classes.stat} data-stat={label}>
      {inside}
    </div>
  );
}

/** its own currency large, each other on a line of its own below: a figure of two is not set in tiny type to fit one */
function Figure({ text }: { text: string }) {
  const [own = '', ...others] = text.split(SEPARATOR);
  return (
    <span className={classes.statValue}>
      <span style={{ '--characters': own.length }}>{own}</span>
      {others.map((other) => (
        <span key={other} className={classes.statOther} style={{ '--characters': longestWord(other) }}>
          {SEPARATOR + other}
        </span>
      ))}
    </span>
  );
}

const longestWord = (text: string): number => Math.max(...text.split(' ').map((word) => word.length));

interface TrendProps {
  change: string | null;
  against: string;
  /** a part of it, now or before, has no rate: there is no percentage of the whole */
  lacksRate?: boolean;
}

/** "12.5" → an arrow with 12.50%; the words say against what */
export function Trend({ change, against, lacksRate = false }: TrendProps) {
  if (lacksRate) return <span className={classes.trend}>{t('report.noRateNotComparedWith', { against })}</span>;
  if (change === null) return <span className={classes.trend}>{t('report.nothingIn', { against })}</span>;
  const value = Number(change);
  const tone = value > 0 ? 'up' : value < 0 ? 'down' : 'same';
  const Icon = value < 0 ? IconArrowDown : IconArrowUp;
  return (
    <span className={classes.trend} data-tone={tone}>
      {value !== 0 && <Icon size={12} aria-hidden />}
      <b>{signedPercent(value)}</b> {t('report.vs', { against })}
    </span>
  );
}
