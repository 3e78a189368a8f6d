export const features = {
  title: 'Features: %BRAND%',
  description:
    'Real-time analytics, fraud protection and smart link management, with payouts, API, teams and white label.',
  heading: 'The whole programme, from link to payout',
  lead: 'Three things have to be right before anything else matters: the figures, the traffic behind them, and the links that carry it.',
  blocks: [
    {
      id: 'analytics',
      title: 'Real-Time Analytics',
      text: 'Clicks, conversions, revenue, payout and profit within seconds, in your own time zone and currency. Group by offer, publisher, source, country, device or any of your own parameters.',
      points: [
        'Up to five dimensions in one report',
        'Each figure opens into its records',
        'Saved, shared and exported views',
      ],
      figure: 'Conversions per hour, today',
    },
    {
      id: 'fraud',
      title: 'Fraud Protection',
      text: 'Every click passes a list of named checks, and every refusal is stored with its reason. Nothing is shaved in silence: your publishers can see why.',
      points: [
        'Bots, repeats and link previews kept apart',
        'Click-to-conversion time checked per offer',
        'Suspicious conversions held before payout',
      ],
      figure: 'Verdicts on 10,000 demo clicks',
      verdicts: { accepted: 'Accepted', bot: 'Bot', repeat: 'Repeat', cap: 'Over cap', schedule: 'Out of schedule' },
    },
    {
      id: 'links',
      title: 'Smart Link Management',
      text: 'One link per publisher and offer, with fifteen free parameters, short codes, landing page choice and a fallback that is never a blank page.',
      points: [
        'Targeting by country, device and schedule',
        'Caps per day, month and publisher',
        'More than a hundred macros with hashes and defaults',
      ],
      figure: 'Anatomy of a link',
      anatomy: {
        host: 'Your own domain',
        offer: 'The offer',
        publisher: 'The publisher',
        p1: 'The publisher’s click id',
        source: 'Where it came from',
      },
    },
  ],
  more: {
    heading: 'And what surrounds it',
    items: [
      {
        title: 'Automated Payouts',
        text: 'Balances, holds, invoices and pay runs from one double-entry ledger.',
        href: '/learn-more#payouts',
      },
      {
        title: 'API Access',
        text: 'All that the console does, described by an OpenAPI document.',
        href: '/resources#api',
      },
      {
        title: 'Multi-User Access',
        text: 'Roles for managers, billing and viewers, with an audit trail.',
        href: '/resources#security',
      },
      { title: 'White Label', text: 'Your name, logo, colour and domain on every screen and mail.', href: '/about' },
      {
        title: 'Mobile Attribution',
        text: 'Installs and events from the major attribution partners.',
        href: '/resources#integrations',
      },
      { title: 'eCommerce Tracking', text: 'Orders, refunds, coupons and commission by SKU.', href: '/pricing' },
    ],
    read: 'Read more',
  },
} as const;
