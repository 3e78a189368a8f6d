// Privacy, terms and cookies, in words a reader can follow. An operator has them checked for his own jurisdiction.
export const legal = [
  {
    id: 'privacy',
    title: 'Privacy',
    body: [
      'On this site we keep what you type into the contact and sign-up forms, to answer you and to set up your workspace. We do not sell it, and no third party’s script runs on these pages.',
      'For a tracked click we process the address, device, approximate location and the parameters of the link, on behalf of the workspace whose link was clicked. The workspace decides what it is used for; we act on its instructions.',
      {
        list: [
          'Raw clicks are kept for 90 days by default, totals for 25 months.',
          'Entries in the ledger are kept for ten years, as bookkeeping rules require.',
          'You may ask for a copy of your data, its correction or its deletion through the [contact page](/contact).',
        ],
      },
    ],
  },
  {
    id: 'terms',
    title: 'Terms',
    body: [
      'The trial lasts 14 days, costs nothing and asks for no credit card. A plan runs from month to month and can be cancelled at any time with effect from the end of the month paid for.',
      {
        list: [
          'You may use the service for lawful campaigns only. Malware, deceptive pages and unsolicited mail end the account.',
          'You own your data and may export it at any time.',
          'When a trial or plan ends, the console becomes read-only, links go on working for 14 days, and nothing is deleted without notice.',
        ],
      },
    ],
  },
  {
    id: 'cookies',
    title: 'Cookies',
    body: [
      'This site sets one cookie, `lang`, when you choose a language. Your choice of light or dark and a dismissed announcement are kept in your browser’s storage and are not sent to us.',
      'A workspace sets a cookie when an account manager signs in. There are no advertising or analytics cookies here, so there is no banner to click away.',
    ],
  },
] as const;
