// The hero's dashboard: the console's cards and chart on demo data. Drawn at build time; in the browser, and only
// where motion is welcome, demo events trickle in and the figures follow.
import { useEffect, useState } from 'react';
import type { Messages } from '../content/en/index.ts';
import { type DemoEvent, demoStream, demoToday, demoYesterday, demoYesterdaySoFar } from '../demo/traffic.ts';
import { Chart } from '../parts/chart.tsx';
import { formatChange, formatCount, formatDollars } from '../parts/numbers.ts';

const LIVE_ROWS = 6;
const EVENT_EVERY_MS = 2400;

interface LiveEvent extends DemoEvent {
  id: number;
}

const firstEvents = (): { events: LiveEvent[]; next: () => DemoEvent } => {
  const next = demoStream(3);
  const events = Array.from({ length: LIVE_ROWS }, (_, index) => ({ ...next(), id: LIVE_ROWS - index }));
  return { events, next };
};

/** demo events as they arrive, newest first, and what they add to the day */
function useLiveEvents(): { events: LiveEvent[]; added: LiveEvent[] } {
  const [added, setAdded] = useState<LiveEvent[]>([]);
  useEffect(() => {
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    const { next } = firstEvents();
    for (let skipped = 0; skipped < LIVE_ROWS; skipped++) next();
    let id = LIVE_ROWS;
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') setAdded((before) => [{ ...next(), id: ++id }, ...before]);
    }, EVENT_EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  return { added, events: [...added, ...firstEvents().events].slice(0, LIVE_ROWS) };
}

export interface DashboardProps {
  text: Messages['home']['dashboard'];
  locale: string;
}

export function Dashboard({ text, locale }: DashboardProps) {
  const { events, added } = useLiveEvents();
  const clicks = demoToday.clicks + added.filter(({ kind }) => kind === 'click').length;
  const won = added.filter(({ kind }) => kind === 'conversion');
  const conversions = demoToday.conversions + won.length;
  const revenue = demoToday.revenueCents + won.reduce((sum, { offer }) => sum + offer.revenueCents, 0);
  const payout = demoToday.payoutCents + won.reduce((sum, { offer }) => sum + offer.payoutCents, 0);
  const before = demoYesterdaySoFar;
  const count = (value: number) => formatCount(locale, value);
  const money = (cents: number) => formatDollars(locale, cents);
  const cards = [
    { name: text.clicks, value: count(clicks), change: clicks / before.clicks - 1 },
    { name: text.conversions, value: count(conversions), change: conversions / before.conversions - 1 },
    { name: text.revenue, value: money(revenue), change: revenue / before.revenueCents - 1 },
    { name: text.payout, value: money(payout), change: payout / before.payoutCents - 1 },
    {
      name: text.profit,
      value: money(revenue - payout),
      change: (revenue - payout) / (before.revenueCents - before.payoutCents) - 1,
    },
  ];
  return (
    <div className="console">
      <div className="console-head">
        <strong>{text.title}</strong>
        <span className="tag">{text.demo}</span>
        <span className="console-period">{text.today}</span>
      </div>
      <div className="console-cards">
        {cards.map(({ name, value, change }) => (
          <div className="console-card" key={name}>
            <span className="console-label">{name}</span>
            <span className="console-value">{value}</span>
            <span className={change < 0 ? 'console-change down' : 'console-change up'}>
              {formatChange(locale, change)} <small>{text.versus}</small>
            </span>
          </div>
        ))}
      </div>
      <div className="console-body">
        <ClicksChart text={text} locale={locale} />
        <LiveList text={text} locale={locale} events={events} />
        <TopOffers text={text} locale={locale} />
      </div>
    </div>
  );
}

function ClicksChart({ text, locale }: DashboardProps) {
  const count = (value: number) => formatCount(locale, value);
  return (
    <div className="console-panel console-chart">
      <div className="console-panel-head">
        <span>{text.chart}</span>
        <span className="legend">
          <i className="legend-line" /> {text.today}
          <i className="legend-line dashed" /> {text.yesterday}
        </span>
      </div>
      <Chart
        label={`${text.chart}: ${text.today} ${count(demoToday.clicks)}, ${text.yesterday} ${count(demoYesterday.clicks)}`}
        slots={24}
        formatValue={count}
        slotLabels={[0, 6, 12, 18, 23].map((hour) => ({ at: hour, text: `${String(hour).padStart(2, '0')}:00` }))}
        series={[
          { name: 'yesterday', values: demoYesterday.clicksByHour, color: 'var(--series-5)', style: 'dashed' },
          { name: 'today', values: demoToday.clicksByHour, color: 'var(--series-clicks)', style: 'area' },
        ]}
      />
    </div>
  );
}

function LiveList({ text, locale, events }: DashboardProps & { events: readonly LiveEvent[] }) {
  return (
    <div className="console-panel console-live">
      <div className="console-panel-head">
        <span>{text.live}</span>
        <i className="live-dot" />
      </div>
      <ul className="live-list">
        {events.map(({ id, kind, offer, country }, row) => (
          <li key={id} style={{ transform: `translateY(${row * 34}px)` }} className={kind}>
            <span className="live-kind">{text[kind]}</span>
            <span className="live-offer">
              {offer.name} · {country}
            </span>
            <span className="live-amount">
              {kind === 'conversion' ? `+${formatDollars(locale, offer.revenueCents)}` : ''}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

function TopOffers({ text, locale }: DashboardProps) {
  return (
    <div className="console-panel console-offers">
      <table>
        <thead>
          <tr>
            <th scope="col">{text.offers}</th>
            <th scope="col">{text.clicks}</th>
            <th scope="col">{text.conversions}</th>
            <th scope="col">{text.revenue}</th>
            <th scope="col">{text.profit}</th>
          </tr>
        </thead>
        <tbody>
          {demoToday.offers.map(({ name, clicks, conversions, revenueCents, payoutCents }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{formatCount(locale, clicks)}</td>
              <td>{formatCount(locale, conversions)}</td>
              <td>{formatDollars(locale, revenueCents)}</td>
              <td>{formatDollars(locale, revenueCents - payoutCents)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
