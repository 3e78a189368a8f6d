// A publisher’s tracking links, and the file of one for every campaign.
import { z } from 'zod';
import { hide } from '../hiding.ts';
import { fileOf, formatQuery, list } from '../lists.ts';
import { route } from '../route.ts';
import { text } from './inputs.ts';
import { plain, publishers, seconds } from './shared.ts';

export const linkList = {
  ...list({
    row: z.object({
      /** its code: a row of a list has an id */
      id: z.string(),
      code: z.string(),
      offer_name: z.string(),
      camp_id: z.number().int(),
      url: hide('sub_values', z.string()),
      short_url: z.string(),
      params: hide('sub_values', z.record(z.string(), z.string())),
      created_at: seconds,
    }),
    filters: {},
    columns: {
      offer_name: { kind: 'named', value: (row) => ({ number: row.camp_id, name: row.offer_name }) },
      short_url: { kind: 'text', value: (row) => row.short_url },
      params: {
        kind: 'tags',
        hide: 'sub_values',
        value: (row) => Object.entries(row.params).map((one) => one.join('=')),
      },
      url: { kind: 'text', hide: 'sub_values', value: (row) => row.url },
      created_at: { kind: 'time', value: (row) => row.created_at, sort: true },
    },
  }),
  /** of its file: a link for every campaign, with this source */
  fileQuery: z.object({ source: z.string().max(255).optional(), ...formatQuery }),
};

interface RunnableLink {
  camp_id: number;
  title: string;
  offer_type: string;
  geo_coverage: readonly string[];
  url: string;
}

/** the file of links, one for each campaign that may be run */
export const linkFile = {
  columns: {
    camp_id: { kind: 'text', value: (row: RunnableLink) => row.camp_id, file: 'Campaign ID' },
    title: { kind: 'text', value: (row: RunnableLink) => row.title, file: 'Campaign' },
    offer_type: { kind: 'text', value: (row: RunnableLink) => row.offer_type, file: 'Type' },
    countries: { kind: 'text', value: (row: RunnableLink) => row.geo_coverage.join(' '), file: 'Countries' },
    url: { kind: 'text', value: (row: RunnableLink) => row.url, file: 'Link' },
  },
} as const;

const LinkParams = z.record(
  z.string().regex(/^(p([1-9]|1[0-5])|source|sub_source|erid|ad_id|placement|keyword|cost|creative_id)$/),
  z.string().max(255),
);

export const linkRoutes = {
  createLink: route({
    ...plain,
    method: 'POST',
    path: '/api/publisher/links',
    summary: 'Makes a tracking link with its short form',
    access: publishers,
    body: z.object({
      offer_id: z.string().max(40),
      landing_page: z.number().int().nullish(),
      creative: z.number().int().nullish(),
      deep_link: text(2000),
      params: LinkParams,
    }),
    reply: z.object({ url: z.string(), short_url: z.string(), code: z.string() }),
    errors: ['invalid_input', 'not_found', 'conflict'],
  }),
  links: route({
    ...plain,
    method: 'GET',
    path: '/api/publisher/links',
    summary: "The publisher's saved links",
    access: publishers,
    query: linkList.query,
    reply: linkList.reply,
    errors: [],
  }),
  exportLinks: route({
    ...fileOf(linkList),
    path: '/api/publisher/links/export',
    summary: 'A link for every campaign the publisher may run, as a file',
    access: publishers,
  }),
};
