export const learnMore = {
  title: 'What is new: %BRAND%',
  description:
    'A click is written to disk before the visitor is redirected. How a click becomes a report, a conversion and a payout.',
  heading: 'The click is on disk before the redirect',
  lead: 'Most trackers answer first and write later. If the machine stops in between, the click is gone and the conversion has nothing to belong to. Ours writes first.',
  diagram: 'Clicks, postbacks and payouts flow into one ledger',
  streams: ['Clicks', 'Postbacks', 'Payouts'],
  ledger: 'Ledger',
  sections: [
    {
      id: 'durable',
      title: 'Write, then redirect',
      body: [
        'Each click becomes a record in a local journal. Records that arrive within the same few milliseconds are forced to disk together, and only then do the visitors get their redirect. The wait is too short to notice.',
        'The tracker needs no database to do this. It holds offers, caps and targeting in memory, starts from its last snapshot, and goes on redirecting while the database is restarted, upgraded or down.',
      ],
    },
    {
      id: 'exactly-once',
      title: 'Counted exactly once',
      body: [
        'The journal is shipped to the server in order. Raw rows, report totals and the journal’s position are stored in a single transaction, so a crash in the middle repeats nothing and skips nothing.',
        'Reports read those totals. They are exact, they are seconds old, and the record behind each figure is one click away.',
      ],
    },
    {
      id: 'verdicts',
      title: 'A reason for every refusal',
      body: [
        'A refused click is kept with the name of the check that refused it and is sent to your fallback. It never ends on a blank page, and it never disappears from the count.',
        'Publishers see the same reason in their portal, which is the shortest support thread there is.',
      ],
    },
    {
      id: 'payouts',
      title: 'Money that adds up',
      body: [
        'When a conversion is accepted, its status, its ledger entries and the message to the publisher’s system are one transaction: all of it happened or none of it did.',
        'Amounts are whole millionths of the currency. Rejecting a conversion reverses the entries with a reason; nothing is edited afterwards. Invoices and pay runs are drawn from the same entries.',
      ],
    },
  ],
  next: {
    heading: 'Where to go next',
    guides: 'Read the guides',
    features: 'See all features',
    trial: 'Request Free Trial',
  },
} as const;
