// Who reads a report: what he may ask for, which rows are his, and the zone and currency he reads them in.
import type { ReportRole } from '@tributary/contract/reports/report-catalogue';
import type { Language } from '../../../words/sentences.ts';

export interface Viewer {
  tenantId: string;
  userId: string;
  role: ReportRole;
  /** user_sequence_id: what rollups know a publisher by */
  number: number;
  firstName: string;
  status: string;
  email: string;
  language: Language;
  timeZone: string;
  tenant: {
    timeZone: string;
    /** whose days the rollups are kept by; null while they are counted anew */
    rollupZone: string | null;
    currency: string;
    advertisersSeePublishers: boolean;
  };
}
