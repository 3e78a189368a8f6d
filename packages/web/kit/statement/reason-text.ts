// Why something was booked, in the reader's words. Reasons are sealed with their entries: a day of clicks or impressions says its
// day and the version of its terms as the ledger keeps them.
import { calendarDay, count } from '../../ui/format.ts';
import { t } from '../../words/kit.ts';
import { saidByServer } from '../../words/said.ts';

const LOT = /^(CPC|CPM) lot of (\d{4}-\d{2}-\d{2}): (\d+) (?:clicks|impressions), terms \d+$/;

export function reasonText(reason: string): string {
  const [, model, day = '', many = ''] = LOT.exec(reason) ?? [];
  if (!model) return saidByServer(reason);
  const of = calendarDay(day);
  const counted = Number(many);
  return model === 'CPC'
    ? t('statement.clicksOf', { day: of, count: counted, many: count(counted) })
    : t('statement.impressionsOf', { day: of, count: counted, many: count(counted) });
}
