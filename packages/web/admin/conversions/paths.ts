// Where a conversion, the postback it came by and the postbacks it fired are shown.

/** names the query cache of the log and of its drawer */
export const CONVERSIONS = 'conversions';
export const REQUESTS = 'conversion-requests';

export const conversionPath = (id: string): string => `/am/reports/conversions?record=${id}`;
export const receiptPath = (id: string): string => `/am/reports/advertiser-postbacks?record=${id}`;
export const deliveriesPath = (conversionId: string): string =>
  `/am/reports/affiliate-postbacks?conversion_id=${conversionId}`;
