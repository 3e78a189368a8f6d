// Approve, reject and park: what is asked, what is called, what is said, for one conversion and for many.
import {
  type ConversionRow,
  type ConversionStatus,
  conversionRoutes,
} from '@tributary/contract/conversions/conversions';
import { call } from '../../kit/api/api.ts';
import type { Session } from '../../kit/api/session.ts';
import { reasonDialog } from '../../kit/dialogs/dialogs.tsx';
import { toast } from '../../kit/dialogs/toast.tsx';
import { sentenceFor } from '../../kit/language/sentence-for.ts';
import { REASON_LENGTH } from '../../kit/log-page/decision.ts';
import type { LogAction } from '../../kit/log-page/log-declaration.ts';
import { reportError } from '../../kit/pages/report-error.ts';
import { patiently } from '../../kit/resource/bulk.ts';
import type { RowAction } from '../../kit/resource/declaration.ts';
import { count } from '../../ui/format.ts';
import { IconBan, IconCheck, IconClock } from '../../ui/icons.ts';
import { t } from '../../words/admin.ts';
import { askOver } from './over-cap.ts';

export const verbs = {
  approved: {
    verb: t('common.approve'),
    done: t('conversions.doneApproved'),
    icon: IconCheck,
    danger: false,
    consequence: t('conversions.thePayoutBecomesPartOf'),
    usual: [t('conversions.confirmedByTheAdvertiser'), t('conversions.checkedByHand')],
  },
  rejected: {
    verb: t('common.reject'),
    done: t('conversions.doneRejected'),
    icon: IconBan,
    danger: true,
    consequence: t('conversions.revenueAndPayoutAreTaken'),
    usual: [
      t('conversions.cancelledOrder'),
      t('conversions.duplicateLead'),
      t('conversions.fraudulentTraffic'),
      t('conversions.outsideTheOffersTerms'),
    ],
  },
  pending: {
    verb: t('conversions.park'),
    done: t('common.setToPending'),
    icon: IconClock,
    danger: false,
    consequence: t('conversions.nothingIsPaidUntilIt'),
    usual: [t('conversions.waitingForTheAdvertiser'), t('conversions.underReview')],
  },
} as const satisfies Record<ConversionStatus, object>;

const inText = (many: number) => t('conversions.conversions', { count: many });

/** asks for the reason, calls, says how it went; false where the reader thought better of it */
export async function decide(rows: readonly ConversionRow[], status: ConversionStatus, session: Session) {
  const { verb, done, danger, consequence, usual } = verbs[status];
  const [only] = rows;
  const what =
    rows.length === 1 && only ? t('conversions.thisConversionOf', { name: only.offer.name }) : inText(rows.length);
  const decided = (reason: string, ids: string[], over_cap?: true) =>
    patiently(() => call(conversionRoutes.decideConversions, { body: { ids, status, reason, over_cap } }, { session }));
  let first = { changed: 0, unchanged: 0, over_cap: [] as string[] };
  const reason = await reasonDialog(
    { title: t('common.ask', { verb, what }), text: consequence, confirm: verb, danger },
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
      first.unchanged ? t('conversions.hadThatStatusAlready', { unchanged: count(first.unchanged) }) : '',
      left > 0 ? t('conversions.leftTheCapIsFull2', { left: count(left) }) : '',
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
  calls: conversionRoutes.decideConversions,
  icon: verbs[status].icon,
  danger: verbs[status].danger,
  when: (row) => row.status !== status,
  run: async (row, { session, reload }) => {
    if (await decide([row], status, session)) await reload();
  },
}));

export const bulkDecisions: LogAction<ConversionRow>[] = statuses.map((status) => ({
  label: verbs[status].verb,
  calls: conversionRoutes.decideConversions,
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
