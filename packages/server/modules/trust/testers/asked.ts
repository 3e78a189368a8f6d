// What was asked for, as it is kept with a run: to be done later, and once more.
import { deviceNames, deviceProfiles } from '@tributary/contract/trust/tester-words';
import type { TestFindings } from '@tributary/contract/trust/testers';
import { z } from 'zod';

const profile = {
  country: z.string().nullable(),
  device: z.enum(deviceNames),
  user_agent: z.string().nullable(),
};
export const Asked = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('postback'),
    link: z.string(),
    depth: z.enum(['quick', 'deep']),
    goal: z.string(),
    sale_amount: z.string(),
    ...profile,
  }),
  z.object({ kind: z.literal('link'), url: z.string(), max_hops: z.int(), ...profile }),
]);
export type Asked = z.infer<typeof Asked>;
export type AskedPostback = Extract<Asked, { kind: 'postback' }>;
export type AskedLink = Extract<Asked, { kind: 'link' }>;

export const userAgentOf = ({ device, user_agent }: Pick<Asked, 'device' | 'user_agent'>): string =>
  user_agent || deviceProfiles[device];

export const nothingFound = (): TestFindings => ({
  steps: [],
  click: null,
  values: [],
  conversion: null,
  unknown: [],
  calls: [],
  hops: [],
  app: null,
  country_by: null,
});
