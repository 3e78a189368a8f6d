export const about = {
  title: 'About us: %BRAND%',
  description:
    'Founded in 2020 to end the monthly argument about numbers between advertisers, networks and publishers.',
  heading: 'We started with an argument about a number.',
  lead: 'Two systems, one campaign, and a difference nobody could explain. %BRAND% was founded in 2020 to make that conversation short.',
  story: {
    heading: 'Our story',
    paragraphs: [
      'In 2020 we were running partner programmes on tools that disagreed with each other. Clicks vanished into blank pages, caps leaked, and the month ended with spreadsheets sent back and forth until somebody gave in.',
      'So we built the tracker we wanted to be judged by. A click is recorded before it is redirected. A refusal has a reason that the publisher can read. Money sits in a ledger in which nothing is edited afterwards.',
      'Today advertisers, agencies, affiliate and ad networks, mobile apps and media buyers run their programmes on it, each under their own name.',
    ],
  },
  facts: [
    { value: '2020', label: 'founded' },
    { value: '850+', label: 'companies' },
    { value: '100+', label: 'integrations' },
  ],
  values: {
    heading: 'What we hold to',
    items: [
      {
        title: 'Precision',
        text: 'Amounts are whole numbers of millionths, never rounded on the way. A report and a statement add up to the same figure.',
      },
      {
        title: 'Innovation',
        text: 'We take the trade’s oldest complaints, such as leaking caps and silent rejections, and treat them as engineering problems.',
      },
      {
        title: 'Partnership',
        text: 'Advertiser, network and publisher look at the same record. When one asks why, the answer is already on the screen.',
      },
      {
        title: 'Security',
        text: 'Tenants are separated in the database itself. Sessions, postbacks and outgoing calls are guarded by default, not by setting.',
      },
    ],
  },
  team: 'The people',
  join: {
    heading: 'Build your programme with us',
    text: 'Try it on your own campaigns, or tell us what your current tool cannot do.',
    trial: 'Start your free trial',
    talk: 'Get in touch',
  },
} as const;
