// What a report screen goes on knowing while the next answer is on its way: names, which stay true whatever is asked, and
// the time zone and currency of the question's own settings. Never a figure.
import type { ReportReply } from '@tributary/contract/reports/reports';
import { useEffect, useState } from 'react';
import type { ReportState } from './report-state.ts';

export interface Known {
  labels: ReportReply['labels'];
  /** what the report is read in; absent until an answer has said */
  period: Pick<ReportReply['period'], 'tz' | 'currency'> | undefined;
}

export function useKnown(
  reply: ReportReply | undefined,
  { tz, currency }: Pick<ReportState, 'tz' | 'currency'>,
): Known {
  const settings = `${tz} ${currency}`;
  const [learnt, setLearnt] = useState<{ labels: ReportReply['labels']; period: Known['period']; settings: string }>({
    labels: {},
    period: undefined,
    settings,
  });
  useEffect(() => {
    if (reply) setLearnt((before) => ({ labels: merged(before.labels, reply.labels), period: reply.period, settings }));
  }, [reply, settings]);
  return {
    labels: reply ? merged(learnt.labels, reply.labels) : learnt.labels,
    period: reply?.period ?? (learnt.settings === settings ? learnt.period : undefined),
  };
}

const merged = (known: ReportReply['labels'], fresh: ReportReply['labels']): ReportReply['labels'] => ({
  ...known,
  ...Object.fromEntries(Object.entries(fresh).map(([id, names]) => [id, { ...known[id], ...names }])),
});
