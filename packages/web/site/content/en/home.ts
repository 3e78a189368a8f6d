export const home = {
  title: '%BRAND%: affiliate and performance-marketing tracking',
  description:
    'Track clicks and conversions, stop fraud and pay partners from one ledger, under your own brand. 14-day free trial, no credit card.',
  heading: 'Every click counted. Every partner paid right.',
  lead: '%BRAND% tracks campaigns for advertisers, agencies and networks, and turns each conversion into a payout that can be traced back to its click.',
  trial: 'Request Free Trial',
  tour: 'See the features',
  terms: '14-day free trial. No credit card. No setup fees.',
  dashboard: {
    caption: 'The console on demo data: today against yesterday, hour by hour.',
    title: 'Dashboard',
    today: 'Today',
    yesterday: 'Yesterday',
    demo: 'Demo data',
    clicks: 'Clicks',
    conversions: 'Conversions',
    revenue: 'Revenue',
    payout: 'Payout',
    profit: 'Profit',
    chart: 'Clicks per hour',
    offers: 'Top offers',
    live: 'Live',
    click: 'Click',
    conversion: 'Conversion',
    versus: 'vs yesterday',
    tableHour: 'Hour',
  },
  solutions: {
    heading: 'One platform, four ways to work',
    items: [
      {
        title: 'Affiliate and ad networks',
        text: 'Your brand, your domain, your publishers. Offers, caps, approvals and payouts for both sides of the network in one console.',
        link: 'Smart link management',
      },
      {
        title: 'Brands and agencies',
        text: 'Know which partner brought which order. Goals, coupons and holds follow your own rules, and every rejection carries its reason.',
        link: 'Real-time analytics',
      },
      {
        title: 'Mobile apps',
        text: 'Installs and in-app events from your attribution partner, matched to the click, with time-to-install checked before anyone is paid.',
        link: 'Integrations',
      },
      {
        title: 'Media buyers and social',
        text: 'Fifteen free parameters on each click, profit by source and hour, and conversions sent back to the platforms you buy from.',
        link: 'Macros and parameters',
      },
    ],
  },
  flow: {
    heading: 'From click to payout, with nothing lost in between',
    text: 'Three streams meet in one ledger: what was clicked, what was bought, what is owed. Each figure in a report opens into the records behind it.',
    steps: [
      {
        title: 'The click',
        text: 'Written to disk first, then redirected. It goes on working while the database is down.',
      },
      {
        title: 'The verdict',
        text: 'Bot, repeat, cap, schedule: each check has a name. A refused click keeps its reason and goes to your fallback page.',
      },
      {
        title: 'The conversion',
        text: 'A postback counts once, however often it is sent. Forged ones fail on the signature in the click id.',
      },
      {
        title: 'The payout',
        text: 'Double entry, in one transaction with the status. Corrections are new entries; nothing is overwritten.',
      },
    ],
    linkLabel: 'A tracking link',
    postbackLabel: 'The postback that answers it',
    more: 'How a click becomes a payout',
  },
  figures: {
    heading: 'In figures',
    items: [
      { value: '99.99%', label: 'uptime' },
      { value: '50K+', label: 'clients' },
      { value: '850+', label: 'companies' },
      { value: '99.9%', label: 'tracking accuracy' },
      { value: '100+', label: 'integrations' },
    ],
  },
  testimonials: 'What partners say',
  awards: { heading: 'Awards', label: 'Three awards' },
} as const;
