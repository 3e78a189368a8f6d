// The one query shape and the one reply shape that every list of the API shares.
import { z } from 'zod';

export const pageSizes = [25, 50, 100] as const;

/** rows of one call where a list is read whole, to choose all of it */
export const WHOLE_LIST_PAGE = 1000;

/** `sort=-created_at` sorts descending; only the columns a list names are accepted */
export const listQuery = <const Columns extends readonly [string, ...string[]]>(sortable: Columns, mostRows = 200) =>
  z.object({
    page: z.coerce.number().int().min(1).max(1_000_000).optional(),
    page_size: z.coerce.number().int().min(1).max(mostRows).optional(),
    q: z.string().trim().max(200).optional(),
    sort: z
      .string()
      .regex(/^-?\w+$/)
      .refine((text) => sortable.includes(text.replace(/^-/, '')), `sort must be one of: ${sortable.join(', ')}`)
      .optional(),
  });

export const listReply = <Row extends z.ZodType>(row: Row) => z.object({ rows: z.array(row), total: z.number().int() });
export interface ListReply<Row> {
  rows: Row[];
  total: number;
}

/** logs grow at the top while they are read, so they page by the last row seen: `next` goes back as `after` */
export const logQuery = z.object({
  after: z.string().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(200).optional(),
});
export const logReply = <Row extends z.ZodType>(row: Row) =>
  z.object({ rows: z.array(row), next: z.string().nullable() });
export interface LogReply<Row> {
  rows: Row[];
  next: string | null;
}

/** the reply of a `csv` route: lines, as they are read; a browser gets the file */
export const csvStream = z.custom<AsyncIterable<string>>();
