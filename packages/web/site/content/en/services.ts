// The other working sections of /resources: what the Products, Services and footer entries lead to.
export const services = [
  {
    id: 'integrations',
    title: 'Integrations',
    body: [
      'More than 100 systems send conversions to us or take them from us. All of them rest on the same three doors: a postback address, a JavaScript snippet, and the API.',
      {
        list: [
          'Shops: Shopify, WooCommerce and Magento, with orders, refunds and coupons.',
          'Mobile attribution: AppsFlyer, Adjust, Branch, Singular and Kochava, with link templates and an event map.',
          'Ad platforms: conversions handed back to the networks you buy from.',
          'Other trackers and networks: offers pulled in on a schedule, with a preview before anything changes.',
        ],
      },
      'If a system can call an address, it can be connected in minutes. If it cannot, [write to us](/contact) and name it.',
    ],
  },
  {
    id: 'api',
    title: 'API',
    body: [
      'What the console does, your own systems can do. Calls and fields are described by an OpenAPI document that is generated from the running code, so it cannot fall behind; browse it at [/api/docs](/api/docs).',
      { sample: 'apiCall' },
      'Amounts are decimal text with their currency beside them. Lists are paged, failures carry a code and a sentence, and a call that was limited says when to try again.',
    ],
  },
  {
    id: 'support',
    title: 'Support',
    body: [
      'Advanced and Premium include 24x7 support. On Basic and during the trial we answer in business hours: Mon-Fri 9-6, Sat 10-4, Sun closed.',
      {
        list: [
          'Tracking down or redirects failing: a person looks at it at once, at any hour, on any plan.',
          'Figures that do not agree: send a click id or transaction id and we trace it with you.',
          'Questions of use: the guides above first, then the [contact form](/contact).',
        ],
      },
    ],
  },
  {
    id: 'training',
    title: 'Training',
    body: [
      'Four sessions of one hour bring a new team from an empty workspace to its first payout. They take place on your own workspace, with your own offers.',
      {
        list: [
          'Session 1: offers, goals, payouts and the first tracking link.',
          'Session 2: postbacks, testing, and reading the logs.',
          'Session 3: publishers, approvals, caps and targeting.',
          'Session 4: fraud review, month end and the pay run.',
        ],
      },
      'Book them through the [contact page](/contact); tell us your time zone and how many people will attend.',
    ],
  },
  {
    id: 'security',
    title: 'Security',
    body: [
      'Workspaces are separated by the database itself, not only by the code in front of it: a query that forgets its tenant returns nothing. Passwords are hashed with argon2id, sessions end when they are idle, and signing in slows down under attack.',
      'Roles decide who may see and change what. When an account manager signs in as a publisher, the session is short, is recorded, and cannot touch payment details.',
      'Outgoing calls never reach private addresses, uploaded text is cleaned on the way in and on the way out, and the pages run no script but our own.',
    ],
  },
] as const;
