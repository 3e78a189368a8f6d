// An offer as trackers are told of it: who may run it, when, where, and by which caps. Everything is decided here; the
// tracker only looks it up.
import { offerFields } from '@tributary/contract/offers/offer-fields';
import { offerDays } from '@tributary/contract/offers/offer-terms';
import type {
  SnapshotCap,
  SnapshotOffer,
  SnapshotSchedule,
  SnapshotTarget,
} from '@tributary/contract/tracker/snapshot';
import { DAY_MS, HOUR_MS } from '../../../platform/clock.ts';
import type { StoredPermission } from '../campaigns/permissions.repo.ts';
import { isAdmitted } from '../campaigns/visibility.ts';
import { deepLinkHosts } from '../links/deep-links.ts';
import { standingOf } from '../offer-standing.ts';
import { targetsOf as ownTargetsOf } from '../offers.repo.ts';
import type { StoredCap } from '../saving/caps.repo.ts';
import { DEFAULT_NUMBER, type StoredGoal, type StoredLandingPage, type StoredOffer } from '../saving/offer-fields.ts';

export interface SnapshotSources {
  tenantNumber: number;
  advertiserNumber: number;
  formerAdvertisers: number[];
  formerGoals: string[];
  termsVersion: number | undefined;
  offer: StoredOffer;
  goals: readonly StoredGoal[];
  pages: readonly StoredLandingPage[];
  caps: readonly StoredCap[];
  permissions: readonly StoredPermission[];
  /** user_sequence_id by id, of every publisher that caps and permissions name */
  publisherNumbers: ReadonlyMap<string, number>;
}

export function snapshotOffer(sources: SnapshotSources): SnapshotOffer {
  const { offer, pages, goals } = sources;
  return {
    tenant: sources.tenantNumber,
    number: offer.number,
    id: offer.id,
    title: offer.title,
    model: offer.offer_type,
    category: offer.category,
    externalId: offer.external_offer_id,
    appId: offer.app_id,
    currency: offer.currency,
    advertiser: sources.advertiserNumber,
    ...(sources.formerAdvertisers.length > 0 ? { formerAdvertisers: sources.formerAdvertisers } : {}),
    status: standingOf(offer).status,
    startsAt: offer.starts_at.getTime(),
    endsAt: offer.ends_at.getTime(),
    schedules: schedulesOf(offer),
    ...whoMayRun(sources),
    targets: targetsOf(offer),
    caps: capsFor(sources),
    url: offer.default_campaign_url,
    landings: pages.filter(({ number }) => number !== DEFAULT_NUMBER).map(({ number, url }) => ({ number, url })),
    redirect: offerFields.redirect_type.value.parse(offer.redirect_type),
    uniqueForMs: offer.unique_click_hours * HOUR_MS,
    duplicates: offerFields.duplicate_click_action.value.parse(offer.duplicate_click_action),
    fallbackUrl: offer.fallback_url,
    deepLinkHosts: deepLinkHosts(
      offer,
      pages.map(({ url }) => url),
    ),
    conversionTracking: offer.conversion_tracking === 'Server Postback' ? 'postback' : 'pixel',
    clickLifeMs: offer.click_life_days * DAY_MS,
    goals: goals.map(({ token }) => token).filter((token) => token !== ''),
    ...(sources.formerGoals.length > 0 ? { formerGoals: sources.formerGoals } : {}),
    ...(sources.termsVersion === undefined ? {} : { termsVersion: sources.termsVersion }),
  };
}

/** a public offer whose terms must be accepted is open only to those who did */
function whoMayRun({ offer, permissions, publisherNumbers }: SnapshotSources) {
  const standing = standingOf(offer);
  const numbersOf = (list: readonly StoredPermission[]): number[] =>
    list.flatMap(({ publisherId }) => publisherNumbers.get(publisherId) ?? []).sort((a, b) => a - b);
  const isPublic = offer.visibility === 'Public' && !offer.require_terms;
  const visibility: SnapshotOffer['visibility'] = isPublic
    ? 'public'
    : offer.visibility === 'Private'
      ? 'private'
      : 'permission';
  return {
    visibility,
    allowedPublishers: isPublic ? [] : numbersOf(permissions.filter((permission) => isAdmitted(standing, permission))),
    blockedPublishers: numbersOf(permissions.filter(({ state }) => state === 'blocked')),
  };
}

const DAY_MINUTES = 24 * 60;
/** "09:30:00" → 570; a time with seconds counts from its next minute, where `up` says so */
function minuteOf(time: string, up: boolean): number {
  const [hours = 0, minutes = 0, seconds = 0] = time.split(':').map(Number);
  return (hours * 60 + minutes + Number(up && seconds > 0)) % DAY_MINUTES;
}

/** two windows at most, and both must be open: the daily start and stop, and the hours and days of time targeting */
export function schedulesOf(offer: StoredOffer): SnapshotSchedule[] {
  const schedules: SnapshotSchedule[] = [];
  const { timezone } = offer;
  if (offer.daily_start_stop) {
    const [fromMinute, toMinute] = [minuteOf(offer.daily_start_time, false), minuteOf(offer.daily_end_time, true)];
    schedules.push({ timezone, days: [], fromMinute, toMinute, inverted: false });
  }
  if (offer.enable_time_targeting) {
    const days = offerDays.flatMap((day, index) => (offer.selected_days.includes(day) ? [index + 1] : []));
    schedules.push({
      timezone,
      days,
      fromMinute: offer.start_hour * 60,
      toMinute: offer.end_hour * 60,
      inverted: offer.enable_inactive_hours,
    });
  }
  return schedules;
}

function targetsOf(offer: StoredOffer): SnapshotTarget[] {
  const targets: SnapshotTarget[] = [];
  if (!offer.countries.includes('ALL')) targets.push({ field: 'country', op: 'in', values: offer.countries });
  if (offer.devices !== 'ALL') targets.push({ field: 'device', op: 'in', values: [offer.devices] });
  if (offer.operating_system !== 'all') targets.push({ field: 'os', op: 'in', values: [offer.operating_system] });
  return [...targets, ...ownTargetsOf(offer)];
}

/** caps that stop clicks: on clicks, unless it only notifies; on anything else, where clicks go to the fallback then */
const capsFor = ({ caps, publisherNumbers }: SnapshotSources) =>
  caps
    .filter(({ metric, action }) => (metric === 'clicks' ? action !== 'notify' : action === 'fallback'))
    .flatMap(({ id, publisherId }): SnapshotCap[] => {
      if (publisherId === null) return [{ id, publisher: null }];
      const publisher = publisherNumbers.get(publisherId);
      return publisher === undefined ? [] : [{ id, publisher }];
    });
