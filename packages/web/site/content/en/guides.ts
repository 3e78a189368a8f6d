// The guides of /resources. Text between backticks is code; `sample` names a listing in samples.ts.
export const guides = [
  {
    id: 'tracking-links',
    title: 'Tracking links',
    body: [
      'A tracking link names the offer and the publisher, and carries whatever the publisher wants to know later. `camp_id` is the number of the offer and `publisher_id` the number of the publisher, both as the console shows them.',
      { sample: 'trackingLink' },
      'Fifteen values, `p1` to `p15`, belong to the publisher. By custom `p1` holds the publisher’s own click id, so that a postback can hand it back. `source` names the placement and is what you block when one placement turns bad.',
      'A saved link has a short form. It resolves to the same record, and can be re-pointed without touching the page it was printed on.',
      { sample: 'shortLink' },
      'Once all checks have passed, macros in the landing page address are filled in and the visitor is redirected. A value that was not sent becomes empty; a macro is never passed on literally.',
      { sample: 'landingPage' },
    ],
  },
  {
    id: 'postbacks',
    title: 'Postbacks',
    body: [
      'A postback is the advertiser’s server telling ours that something of value happened. It needs the `click_id` that we put on the landing page, and should carry a `txn_id`: the order or lead number by which duplicates are recognised.',
      { sample: 'postback' },
      'The same transaction for the same offer and goal counts once, whether it is sent twice or two hundred times. Without a `txn_id`, one conversion per click and goal is accepted.',
      'A click id carries a signature, so an invented one is refused at the door. In addition you can require a token, a list of sender addresses, or both, for each advertiser.',
      'If the advertiser cannot call a server, place the pixel on the confirmation page. It depends on the visitor’s browser and will miss some; use it when there is no other way.',
      { sample: 'pixel' },
    ],
  },
  {
    id: 'macros',
    title: 'Macros and parameters',
    body: [
      'A macro is a name in braces that is replaced by its value, in landing pages as well as in outgoing postbacks. Values are encoded for use in an address unless you ask for them raw.',
      { sample: 'macros' },
      {
        list: [
          '`p1` to `p15` are set by the publisher on the click.',
          '`sub1` to `sub15` are set by the advertiser on the postback. Other systems use `sub` for the publisher: check before you copy a link.',
          '`:md5`, `:sha1`, `:sha256`, `:upper` and `:lower` transform a value; `|` gives a default for an empty one.',
          '`{payout}` is for publishers. `{revenue}` is never sent to them.',
        ],
      },
      'The console marks unknown macros when you save an offer, which is when a missing letter costs a minute and not two days of conversions.',
    ],
  },
  {
    id: 'caps',
    title: 'Caps',
    body: [
      'A cap limits clicks, conversions, payout or revenue per day, week, month or for good, for an offer, a publisher, or one publisher on one offer. Whichever cap is reached first wins.',
      'Days begin at midnight in your own time zone. When a cap is reached, further clicks are recorded as over cap and go to the fallback you chose: another offer, a page, or the global fallback.',
      {
        list: [
          'Set a cap on conversions when the advertiser’s budget is what limits you.',
          'Set a cap on clicks to try a new publisher with little at stake.',
          'A conversion that arrives late still belongs to its click, and to the offer and publisher that earned it.',
        ],
      },
    ],
  },
  {
    id: 'fraud',
    title: 'Fraud',
    body: [
      'Fraud is easier to argue about when each decision has a name. A click is accepted or refused by a list of checks in a fixed order: known bots and link previews, blocked addresses, schedule, targeting, caps, repeats.',
      {
        list: [
          'Click flooding shows as thousands of clicks per conversion and a flat tail of conversion times.',
          'Click injection shows as conversions within seconds. Set a minimum click-to-conversion time for the offer.',
          'Cookie stuffing shows as clicks from images and frames. Those are marked and not billable.',
          'Forged postbacks fail on the signature, the token or the sender’s address.',
        ],
      },
      'Marking is not rejecting. A suspicious conversion is held with its evidence until somebody decides, and the publisher sees the reason either way.',
    ],
  },
] as const;
