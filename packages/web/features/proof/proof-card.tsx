// The first page's word on proof: which checkpoint stands, how many of one's own entries it covers, and where they can be looked at.
import { Anchor, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type proofRoutes, VERIFY_PATH } from '@tributary/contract/trust/proof';
import { Link } from 'react-router';
import { call } from '../../kit/api/api.ts';
import { useSession } from '../../kit/shell/session-context.ts';
import { count, dateTime } from '../../ui/format.ts';
import { t } from '../../words/kit.ts';
import classes from './proof.module.css';

interface ProofCardProps {
  route: typeof proofRoutes.ownPublisherProof | typeof proofRoutes.ownAdvertiserProof;
  /** where the entries stand, and where every verdict does */
  statement: string;
  verdicts: string;
}

export function ProofCard({ route, statement, verdicts }: ProofCardProps) {
  const { session } = useSession();
  const { data, isError } = useQuery({
    queryKey: ['own-proof', session.token],
    queryFn: ({ signal }) => call(route, {}, { session, signal }),
  });
  // what it tells is beside the figures of the page, which say themselves when they are not to be had
  if (isError) return null;
  return (
    <section className={classes.card} aria-labelledby="proof-card">
      <h2 id="proof-card" className={classes.title}>
        {t('proof.proof')}
      </h2>
      {data ? (
        <p className={classes.words}>
          {data.checkpoint === null
            ? t('proof.noneYet')
            : t('proof.covered', {
                entries: count(data.entries),
                time: dateTime(data.checkpoint.at),
                size: count(Number(data.checkpoint.size)),
              })}{' '}
          {data.later > 0 && t('proof.later', { entries: count(data.later) })}
        </p>
      ) : (
        <Skeleton height={16} width="60%" />
      )}
      <p className={classes.links}>
        <Anchor component={Link} to={statement}>
          {t('proof.statement')}
        </Anchor>
        <Anchor component={Link} to={verdicts}>
          {t('proof.verdicts')}
        </Anchor>
        <Anchor href={VERIFY_PATH} target="_blank" rel="noreferrer">
          {t('proof.checkOne')}
        </Anchor>
      </p>
    </section>
  );
}
