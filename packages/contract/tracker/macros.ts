// The macro catalogue: every token an offer's URL or a postback may hold, as data for the form, the tracker, outbound
// postbacks and the docs alike. How a template is read and filled is in template.ts.

export const macroCategories = [
  'Campaign',
  'Publisher',
  'Advertiser',
  'Tracking',
  'Device',
  'Location',
  'App',
  'Creative',
  'Revenue',
  'Parameters',
  'Sub Parameters',
] as const;

export type MacroCategory = (typeof macroCategories)[number];

export interface Macro {
  name: string;
  category: MacroCategory;
  description: string;
  /** has a value only once a conversion exists; empty on a click */
  conversionOnly: boolean;
  /** may stand in what a publisher sees or receives */
  publisherVisible: boolean;
}

/** "name description" lines; † marks conversion-time tokens, ! those a publisher never sees */
const catalogue: Partial<Record<MacroCategory, string>> = {
  Campaign: `
camp_id Short number of the offer
campaign_id Long id of the offer
campaign_title Title of the offer
camp_type Pricing model: CPR, CPS, CPI, CPL, CPM, CPC or RevShare
camp_category Category of the offer
camp_ext_id! The advertiser’s own id of the offer
goal_id† Number of the goal reached
goal_name† Name of the goal reached
goal_value† The goal’s token as the advertiser sends it
url_id Number of the landing page; empty for the default one`,
  Publisher: `
publisher_id Short number of the publisher
aff_id Long id of the publisher
aff_name Name of the publisher
aff_ref_id The publisher’s reference id
source The publisher’s sub-publisher or placement
sub_source Second level below the source`,
  Advertiser: `
advertiser_id! Short number of the advertiser
adv_id! Long id of the advertiser
advertiser_name! Name of the advertiser
adv_ref_id! The advertiser’s reference id`,
  Tracking: `
click_id Our unique id of the click
txn_id†! The advertiser’s order or lead id, by which repeats are recognised
conversion_id† Our id of the conversion
impression_id Id of the impression that led to the click
click_time Time of the click in unix seconds
click_datetime Date and time of the click in your time zone
conversion_time† Time of the conversion in unix seconds
conversion_datetime† Date and time of the conversion in your time zone
conv_status† approved, pending, rejected or hold
sequence† Number of the change this call tells of: of two calls about a conversion the higher one is the newer
ctit† Seconds from click to conversion
tdomain Tracking domain that took the click
referer Domain the visitor came from
user_agent The visitor’s user agent
is_unique 1 for the first click within the unique-click window, else 0
coupon Coupon code on the click
url Deep-link target, where the offer allows it
random A number that differs each time, against caches`,
  Device: `
device_type desktop, mobile, tablet, tv, console or wearable
device_brand Maker of the device
device_model Model of the device
os Operating system
os_version Version of the operating system
browser Browser
browser_version Version of the browser
language Preferred language of the browser
connection_type wifi or cellular, as the publisher declares it
carrier Mobile carrier, as the publisher declares it
gaid Google advertising id
idfa Apple advertising id
idfv Apple vendor id
android_id Android device id`,
  Location: `
ip IP address of the visitor
country_id Two-letter country code
country_name Name of the country
region Region, where a city database is installed
city City, where a city database is installed
zip Postal code, where a city database is installed
timezone Time zone of the visitor, where a city database is installed
isp Internet provider, where a network database is installed`,
  App: `
app_name The publisher’s app or bundle name
app_id Store id of the promoted app
app_version Version of the publisher’s app
bundle_id Bundle id of the publisher’s app`,
  Creative: `
creative_id Id of the creative
creative_name Name of the creative
ad_id Id of the ad
placement Where the ad stood
keyword Keyword that showed the ad`,
  Revenue: `
payout† What the publisher earns
revenue†! What the advertiser owes
sale_amount†! Amount of the sale
currency Currency of the offer
payout_model Pricing model of the payout
order_id†! The advertiser’s order id
product_sku† Product sold
cost Media cost the publisher declares`,
};

function fromLines(category: MacroCategory, lines: string): Macro[] {
  return lines
    .trim()
    .split('\n')
    .map((line) => {
      const [, name = '', flags = '', description = ''] = /^(\w+)([†!]*) (.*)$/.exec(line) ?? [];
      const conversionOnly = flags.includes('†');
      return { name, category, description, conversionOnly, publisherVisible: !flags.includes('!') };
    });
}

const numbered = (
  prefix: string,
  from: number,
  category: MacroCategory,
  description: string,
  conversionOnly: boolean,
) =>
  Array.from(
    { length: 16 - from },
    (_, at): Macro => ({
      name: `${prefix}${at + from}`,
      category,
      description,
      conversionOnly,
      publisherVisible: true,
    }),
  );

/** what links are marked with everywhere else; they come on the click, as p1–p15 do */
export const utmParameters = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'] as const;

export const macros: readonly Macro[] = [
  ...macroCategories.flatMap((category) => fromLines(category, catalogue[category] ?? '').filter(({ name }) => name)),
  ...fromLines('Parameters', 'p1 The publisher’s own click id'),
  ...numbered('p', 2, 'Parameters', 'Free value the publisher puts on the click', false),
  ...fromLines('Parameters', 'erid Russian ad-marking token, passed through'),
  ...utmParameters.flatMap((name) => fromLines('Parameters', `${name} UTM parameter on the click, passed through`)),
  ...numbered('sub', 1, 'Sub Parameters', 'Free value the advertiser sends back on the postback', true),
];

export const macroByName: ReadonlyMap<string, Macro> = new Map(macros.map((macro) => [macro.name, macro]));

export const macroFunctions = {
  md5: 'MD5 of the value, in hexadecimal',
  sha1: 'SHA-1 of the value, in hexadecimal',
  sha256: 'SHA-256 of the value, in hexadecimal',
  upper: 'The value in upper case',
  lower: 'The value in lower case',
  raw: 'The value without URL encoding; only after the “?”, and without & and #',
} as const;

export type MacroFunction = keyof typeof macroFunctions;

export const isMacroFunction = (name: string): name is MacroFunction => Object.hasOwn(macroFunctions, name);
