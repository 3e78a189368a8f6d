// What publishers see in their portal, its files and their API keys' replies, besides what they are paid: column by column.
import { z } from 'zod';
import { type PublisherColumn, publisherColumnNames, withImplied } from '../accounts/hidden.ts';
import { section } from './section.ts';

const isShown = z.boolean();

export const publishersSection = section(
  'publishers',
  'Publishers',
  {
    refused_traffic: isShown,
    unique_clicks: isShown,
    rates: isShown,
    conversion_time: isShown,
    click_id: isShown,
    country: isShown,
    place: isShown,
    device: isShown,
    conversion_reason: isShown,
  } satisfies Record<PublisherColumn, z.ZodBoolean>,
  {
    refused_traffic: true,
    unique_clicks: true,
    rates: true,
    conversion_time: true,
    click_id: true,
    country: true,
    place: true,
    device: true,
    conversion_reason: true,
  },
);

/** the columns that these settings keep from publishers */
export const withheldBy = (shown: Readonly<Record<PublisherColumn, boolean>>): PublisherColumn[] => {
  const off = withImplied(publisherColumnNames.filter((name) => !shown[name]));
  return publisherColumnNames.filter((name) => off.includes(name));
};
