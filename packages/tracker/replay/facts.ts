// What each step saw and which rule it looked at, in values: for people who ask why. Nothing is decided here.
import type { FactName, FactOp, StepFact, StepName } from '@tributary/contract/tracker/replayed';
import type { SnapshotSchedule, SnapshotShield, SnapshotTarget } from '@tributary/contract/tracker/snapshot';
import type { Click } from '../click.ts';
import { coversHost, NetworkSet } from '../snapshot/shield.ts';

interface Facts {
  saw: StepFact[];
  rule: StepFact[];
}
/** longer lists are told by how many they are */
const MOST_NAMED = 30;

const fact = (name: FactName, value: string | number | null | undefined, op: FactOp = 'is'): StepFact[] =>
  value === null || value === undefined || value === '' ? [] : [{ name, op, value: String(value) }];
const moment = (ms: number): string => new Date(ms).toISOString();
const listed = (name: FactName, op: 'in' | 'not_in', values: readonly (string | number)[]): StepFact[] =>
  values.length > MOST_NAMED ? fact(name, values.length, 'count') : fact(name, values.join(', '), op);
const flag = (value: boolean): string => (value ? 'yes' : 'no');

/** the entries that fit, else how many there are */
function fitting(name: FactName, entries: readonly string[], fits: (entry: string) => boolean): StepFact[] {
  if (entries.length === 0) return [];
  const found = entries.filter(fits).slice(0, MOST_NAMED);
  return found.length > 0 ? fact(name, found.join(', '), 'in') : fact(name, entries.length, 'count');
}

function shieldFacts(click: Click, { networks, userAgents, referrers, sources }: SnapshotShield): StepFact[] {
  const { address, device, refererHost, publisherNumber } = click;
  const source = click.source.toLowerCase();
  return [
    ...fitting('networks', networks, (one) => address !== null && new NetworkSet([one]).has(address)),
    ...fitting(
      'user_agents',
      userAgents.filter((one) => one !== ''),
      (one) => device.userAgent.toLowerCase().includes(one.toLowerCase()),
    ),
    ...fitting('referrers', referrers, (one) => coversHost(new Set([one.toLowerCase()]), refererHost)),
    ...fitting(
      'sources',
      sources.filter(({ publisher }) => publisher === null || publisher === publisherNumber).map((one) => one.source),
      (one) => one.toLowerCase() === source,
    ),
  ];
}

const clock = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
const hours = ({ days, fromMinute, toMinute, timezone, inverted }: SnapshotSchedule): StepFact[] =>
  fact(
    'hours',
    [days.join(','), `${clock(fromMinute)}–${clock(toMinute)}`, timezone].filter((part) => part !== '').join(' '),
    inverted ? 'closed' : 'in',
  );

function targetRule(target: SnapshotTarget): StepFact[] {
  if (target.field === 'hosting') return fact('hosting', 'yes', 'not_in');
  if (target.field !== 'os_version') return listed(target.field, target.op, target.values);
  const version = (text: string | null) => text && `${target.os} ${text}`;
  return [...fact('os_version', version(target.min), 'from'), ...fact('os_version', version(target.max), 'until')];
}

const seenBy: Record<SnapshotTarget['field'], (click: Click) => string> = {
  country: ({ country }) => country,
  region: ({ place }) => place.region,
  city: ({ place }) => place.city,
  isp: ({ place }) => place.isp,
  hosting: ({ place }) => flag(place.hosting),
  device: ({ device }) => device.type,
  brand: ({ device }) => device.brand,
  os: ({ device }) => device.os,
  os_version: ({ device }) => `${device.os} ${device.osVersion}`.trim(),
  browser: ({ device }) => device.browser,
  language: ({ language }) => language,
  source: ({ source }) => source,
};

const bySteps: Record<StepName, (click: Click) => Facts> = {
  resolve: (click) => {
    const { tenant, code, link, offer, publisher, offerNumber, publisherNumber, landing } = click;
    const named = (number: number, text: string | undefined) =>
      number === 0 ? '' : text === undefined ? String(number) : `${number} ${text}`;
    return {
      saw: [
        ...fact('link', code),
        ...fact('offer', named(offerNumber, offer?.source.title)),
        ...fact('publisher', named(publisherNumber, publisher?.name)),
        ...fact('landing', landing || null),
      ],
      rule: [
        ...fact(
          'workspace_until',
          tenant.source.servesUntil === null ? null : moment(tenant.source.servesUntil),
          'until',
        ),
        ...fact('link', link ? `${link.offer} / ${link.publisher}` : null),
        ...fact('offer_status', offer?.source.status),
        ...fact('publisher_status', publisher?.status),
        ...fact('credit', offer && tenant.stopped.has(offer.source.advertiser) ? 'stopped' : null),
      ],
    };
  },
  'client-ip': ({ ip }) => ({ saw: fact('ip', ip), rule: [] }),
  geo: ({ country, place: { region, city, isp, hosting } }) => ({
    saw: [
      ...fact('country', country),
      ...fact('region', region),
      ...fact('city', city),
      ...fact('isp', isp),
      ...fact('hosting', hosting ? 'yes' : null),
    ],
    rule: [],
  }),
  device: ({ device, language, referer }) => ({
    saw: [
      ...fact('user_agent', device.userAgent),
      ...fact('device', device.type),
      ...fact('brand', device.brand),
      ...fact('os', `${device.os} ${device.osVersion}`.trim()),
      ...fact('browser', device.browser),
      ...fact('language', language),
      ...fact('referer', referer),
    ],
    rule: [],
  }),
  bot: ({ mark }) => ({ saw: fact('mark', mark ?? 'none'), rule: [] }),
  shield: (click) => ({
    saw: [
      ...fact('ip', click.ip),
      ...fact('user_agent', click.device.userAgent),
      ...fact('referer', click.refererHost),
      ...fact('source', click.source),
    ],
    rule: [0, click.offerNumber].flatMap((of, at, all) => {
      const list = at > 0 && of === all[0] ? undefined : click.tenant.shields.get(of);
      return list ? shieldFacts(click, list.source) : [];
    }),
  }),
  schedule: ({ offer, now }) => ({
    saw: fact('time', moment(now)),
    rule: offer
      ? [
          ...fact('starts_at', offer.source.startsAt === null ? null : moment(offer.source.startsAt), 'from'),
          ...fact('ends_at', offer.source.endsAt === null ? null : moment(offer.source.endsAt), 'until'),
          ...offer.source.schedules.flatMap(hours),
        ]
      : [],
  }),
  visibility: ({ offer, publisherNumber }) => ({
    saw: fact('publisher', publisherNumber || null),
    rule: offer
      ? [
          ...fact('visibility', offer.source.visibility),
          ...(offer.source.visibility === 'public' ? [] : fact('allowed', flag(offer.allowed.has(publisherNumber)))),
          ...(offer.blocked.has(publisherNumber) ? fact('blocked', 'yes') : []),
        ]
      : [],
  }),
  velocity: ({ ip }) => ({ saw: fact('ip', ip), rule: [] }),
  caps: ({ offer, publisherNumber }) => ({
    saw: [],
    rule: (offer?.source.caps ?? [])
      .filter(({ publisher }) => publisher === null || publisher === publisherNumber)
      .flatMap(({ id }) => fact('cap', id)),
  }),
  repeat: ({ offer, isUnique }) => ({
    saw: isUnique === null ? [] : fact('first_click', flag(isUnique)),
    rule: offer
      ? [
          ...fact('unique_for', Math.round(offer.source.uniqueForMs / 1_000)),
          ...fact('duplicates', offer.source.duplicates),
        ]
      : [],
  }),
  target: (click) => {
    const targets = click.offer?.source.targets ?? [];
    const fields = [...new Set(targets.map(({ field }) => field))];
    return {
      saw: fields.flatMap((field) => fact(field, seenBy[field](click) || '–')),
      rule: targets.flatMap(targetRule),
    };
  },
  render: ({ offer, query, location }) => ({
    saw: offer && offer.source.deepLinkHosts.length > 0 ? fact('deep_link', query.get('url')) : [],
    rule: [...listed('deep_link_hosts', 'in', offer?.source.deepLinkHosts ?? []), ...fact('destination', location)],
  }),
};

/** asked once the step has run: the click then holds what it saw */
export const factsOf = (step: StepName, click: Click): Facts => bySteps[step](click);
