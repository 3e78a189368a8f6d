// Approve, reject and park: what is asked, what is called, what is said, for one conversion and for many.
import { type ConversionRow, type ConversionStatus, conversionRoutes } from '@tributary/contract/conversions';
import { call } from '../../kit/api.ts';
import { sentenceFor } from '../../kit/api-error.ts';
import { reasonDialog } from '../../kit/dialogs.tsx';
import { REASON_LENGTH } from '../../kit/log-page/decision.ts';
import type { LogAction } from '../../kit/log-page/log-declaration.ts';
import { reportError } from '../../kit/report-error.ts';
import { patiently } from '../../kit/resource/bulk.ts';
import type { RowAction } from '../../kit/resource/declaration.ts';
import type { Session } from '../../kit/session.ts';
import { toast } from '../../kit/toast.tsx';
import { count } from '../../ui/format.ts';
import { IconBan, IconCheck, IconClock } from '../../ui/icons.ts';
import { askOver } from './over-cap.ts';

export const verbs = {
  approved: {
    verb: 'Approve',
    done: 'approved',
    icon: IconCheck,
    danger: false,
    consequence: 'The payout becomes part of the publisher’s balance. The reason is kept with the conversion.',
    usual: ['Confirmed by the advertiser', 'Checked by hand'],
  },
  rejected: {
    verb: 'Reject',
    done: 'rejected',
    icon: IconBan,
    danger: true,
    consequence: 'Revenue and payout are taken back. The publisher sees the reason.',
    usual: ['Cancelled order', 'Duplicate lead', 'Fraudulent traffic', 'Outside the offer’s terms'],
  },
  pending: {
    verb: 'Park',
    done: 'set to pending',
    icon: IconClock,
    danger: false,
    consequence: 'Nothing is paid until it is decided. The publisher sees the reason.',
    usual: ['Waiting for the advertiser', 'Under review'],
  },
} as const satisfies Record<ConversionStatus, object>;

const inText = (many: number) => `${count(many)} ${many === 1 ? 'conversion' : 'conversions'}`;

/** asks for the reason, calls, says how it went; false where the reader thought better of it */
export async function decide(rows: readonly ConversionRow[], status: ConversionStatus, session: Session) {
  const { verb, done, danger, consequence, usual } = verbs[status];
  const [only] = rows;
  const what = rows.length === 1 && only ? `this conversion of ${only.offer.name}` : inText(rows.length);
  const decided = (reason: string, ids: string[], over_cap?: true) =>
    patiently(() => call(conversionRoutes.decideConversions, { body: { ids, status, reason, over_cap } }, { session }));
  let first = { changed: 0, unchanged: 0, over_cap: [] as string[] };
  const reason = await reasonDialog(
    { title: `${verb} ${what}?`, text: consequence, confirm: verb, danger },
    { maxLength: REASON_LENGTH, usual },
    async (written) => {
      try {
        first = await decided(
          written,
          rows.map(({ id }) => id),
        );
        return null;
      } catch (error) {
        reportError(`${verb} failed`, error);
        return sentenceFor(error);
      }
    },
  );
  if (reason === null) return false;
  try {
    const over = await goOver(first.over_cap, verb, (ids) => decided(reason, ids, true));
    const left = first.over_cap.length - over;
    const rest = [
      first.unchanged ? `${count(first.unchanged)} had that status already` : '',
      left > 0 ? `${count(left)} left: the cap is full` : '',
    ].filter(Boolean);
    toast.success(`${[`${inText(first.changed + over)} ${done}`, ...rest].join('; ')}.`);
  } catch (error) {
    reportError(`${verb} failed`, error);
    toast.error(sentenceFor(error));
  }
  return true;
}

/** a full cap stands in the way of these: only a person goes over it. How many went */
export async function goOver(
  ids: readonly string[],
  verb: string,
  send: (ids: string[]) => Promise<{ changed: number }>,
): Promise<number> {
  if (ids.length === 0) return 0;
  const isSure = await askOver(`${verb} ${inText(ids.length)}`, verb);
  return isSure ? (await patiently(() => send([...ids]))).changed : 0;
}

const statuses = Object.keys(verbs) as ConversionStatus[];

export const decisions: RowAction<ConversionRow>[] = statuses.map((status) => ({
  label: verbs[status].verb,
  icon: verbs[status].icon,
  danger: verbs[status].danger,
  when: (row) => row.status !== status,
  run: async (row, { session, reload }) => {
    if (await decide([row], status, session)) await reload();
  },
}));

export const bulkDecisions: LogAction<ConversionRow>[] = statuses.map((status) => ({
  label: verbs[status].verb,
  icon: verbs[status].icon,
  danger: verbs[status].danger,
  when: (row) => row.status !== status,
  run: (rows, { session }) =>
    decide(
      rows.filter((row) => row.status !== status),
      status,
      session,
    ),
}));
