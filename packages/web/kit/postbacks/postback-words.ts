// A publisher's postback in words, and as the body that saves it unchanged.
import type { postbackLevels } from '@tributary/contract/postbacks';
import type { Postback, PostbackBody } from './postback-form.tsx';

export const levelWords: Record<(typeof postbackLevels)[number], string> = {
  global: 'All offers',
  offer: 'One offer',
  goal: 'One goal',
};

export const bodyOfRow = (row: Postback): PostbackBody => ({
  publisher_id: row.publisher.id,
  offer_id: row.offer?.id ?? null,
  goal_id: row.goal?.id ?? null,
  url: row.url,
  method: row.method,
  statuses: row.statuses,
  enabled: row.enabled,
});
