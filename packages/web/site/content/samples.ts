// The addresses and macros that the guides print: the same in every language. Hosts are examples.

export const samples = {
  trackingLink:
    'https://go.network.example/click\n  ?camp_id=12\n  &publisher_id=7\n  &p1=abc123\n  &source=newsletter',
  shortLink: 'https://go.network.example/c/k7Qm2x',
  landingPage:
    'https://shop.example/spring\n  ?click_id={click_id}\n  &partner={publisher_id}\n  &country={country_id}',
  postback:
    'https://go.network.example/postback\n  ?click_id={click_id}\n  &txn_id=ORDER-1042\n  &goal=sale\n  &sale_amount=59.90\n  &status=approved\n  &token=••••••••',
  pixel:
    '<img src="https://go.network.example/pixel.gif?txn_id=ORDER-1042&sale_amount=59.90"\n     width="1" height="1" alt="">',
  macros: '{click_id}   {camp_id}   {publisher_id}\n{p1:md5}     {country_id:lower}\n{source|none}',
  apiCall:
    'GET /api/reports\n  ?dimensions=offer,day\n  &metrics=gross_clicks,conversions,payout\n  &from=2026-11-01&to=2026-11-15\n  &tz=Asia/Kolkata&currency=USD',
} as const;
export type SampleName = keyof typeof samples;
