// What a reader of the figures must know, with the way to mend it where there is one: rates are an account manager's.
import { Anchor } from '@mantine/core';
import { rateRoutes } from '@tributary/contract/conversions/rates';
import type { ReportRole } from '@tributary/contract/reports/report-catalogue';
import { Link } from 'react-router';
import { useMay } from '../../kit/shell/permissions.ts';
import { t } from '../../words/kit.ts';
import { saidByServer } from '../../words/said.ts';
import classes from './report.module.css';

export const RATES_PATH = '/am/settings/rates';

interface FigureNotesProps {
  notes: readonly string[] | undefined;
  viewer: ReportRole;
  /** currencies whose amounts stand beside the others because nobody entered a rate */
  lacksRate: boolean;
}

export function FigureNotes({ notes = [], viewer, lacksRate }: FigureNotesProps) {
  const mayEnter = useMay()(rateRoutes.setExchangeRate);
  const sendsToRates = lacksRate && viewer === 'admin' && mayEnter;
  if (notes.length === 0 && !sendsToRates) return null;
  return (
    <ul className={classes.notes}>
      {notes.map((note) => (
        <li key={note}>{saidByServer(note)}</li>
      ))}
      {sendsToRates && (
        <li>
          <Anchor component={Link} to={RATES_PATH} inherit>
            {t('report.enterTheMissingExchangeRate')}
          </Anchor>
        </li>
      )}
    </ul>
  );
}
