import { demoToday, demoVerdicts, verdictNames } from '../demo/traffic.ts';
import type { PageContext } from '../page-context.ts';
import { Chart } from '../parts/chart.tsx';
import { Icon, type IconName } from '../parts/icons.tsx';
import { formatCount } from '../parts/numbers.ts';
import { CallToAction, MoreLink, Opening } from '../parts/sections.tsx';

const moreIcons: readonly IconName[] = ['wallet', 'code', 'people', 'tag', 'phone', 'cart'];
const DEMO_CLICKS = 10_000;

export function Features(page: PageContext) {
  const { features, chrome } = page.text;
  const figures = [<Analytics key="a" {...page} />, <Verdicts key="v" {...page} />, <Anatomy key="l" {...page} />];
  return (
    <>
      <Opening heading={features.heading} lead={features.lead} />
      <div className="wrap blocks">
        {features.blocks.map(({ id, title, text, points, figure }, index) => (
          <section className="block" id={id} key={id} aria-labelledby={`${id}-title`}>
            <div>
              <h2 id={`${id}-title`}>{title}</h2>
              <p>{text}</p>
              <ul className="checks">
                {points.map((point) => (
                  <li key={point}>
                    <Icon name="check" size={16} />
                    {point}
                  </li>
                ))}
              </ul>
            </div>
            <figure className="card block-figure">
              <figcaption>{figure}</figcaption>
              {figures[index]}
            </figure>
          </section>
        ))}
      </div>
      <section className="band" aria-labelledby="more">
        <div className="section wrap">
          <h2 id="more">{features.more.heading}</h2>
          <div className="grid three">
            {features.more.items.map(({ title, text, href }, index) => (
              <div className="solution" key={title}>
                <Icon name={moreIcons[index] ?? 'check'} size={24} />
                <h3>{title}</h3>
                <p>{text}</p>
                <MoreLink href={href}>{features.more.read}</MoreLink>
              </div>
            ))}
          </div>
        </div>
      </section>
      <CallToAction text={chrome.callToAction} />
    </>
  );
}

function Analytics({ text, locale }: PageContext) {
  const { figure } = text.features.blocks[0];
  return (
    <Chart
      label={`${figure}: ${formatCount(locale, demoToday.conversions)}`}
      slots={demoToday.conversionsByHour.length}
      formatValue={(value) => formatCount(locale, value)}
      slotLabels={[0, 6, 12, 17].map((hour) => ({ at: hour, text: `${String(hour).padStart(2, '0')}:00` }))}
      series={[
        { name: 'conversions', values: demoToday.conversionsByHour, color: 'var(--series-conversions)', style: 'bars' },
      ]}
      frame={{ width: 520, height: 240, left: 44 }}
    />
  );
}

function Verdicts({ text, locale }: PageContext) {
  const names = text.features.blocks[1].verdicts;
  const counts = demoVerdicts(DEMO_CLICKS);
  return (
    <table className="verdicts">
      <tbody>
        {verdictNames.map((verdict) => (
          <tr key={verdict} className={verdict}>
            <th scope="row">{names[verdict]}</th>
            <td className="verdict-bar">
              <i style={{ width: `${(counts[verdict] / DEMO_CLICKS) * 100}%` }} />
            </td>
            <td>{formatCount(locale, counts[verdict])}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Anatomy({ text }: PageContext) {
  const names = text.features.blocks[2].anatomy;
  const parts = [
    { code: 'go.network.example', name: names.host },
    { code: 'camp_id=12', name: names.offer },
    { code: 'publisher_id=7', name: names.publisher },
    { code: 'p1=abc123', name: names.p1 },
    { code: 'source=newsletter', name: names.source },
  ];
  return (
    <dl className="anatomy">
      {parts.map(({ code, name }) => (
        <div key={code}>
          <dt>
            <code>{code}</code>
          </dt>
          <dd>{name}</dd>
        </div>
      ))}
    </dl>
  );
}
