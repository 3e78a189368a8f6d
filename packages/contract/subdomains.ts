// What may be a tenant's subdomain. Reserved names never become tenants, so that nobody can pose as the platform or
// catch its mail; confusable spellings of them count as the name itself.

const SUBDOMAIN = /^[a-z0-9][a-z0-9-]{1,30}[a-z0-9]$/;

const RESERVED = new Set(
  `about abuse access account accounts acme-challenge activate ad admin administrator ads advertiser advertisers affiliate
affiliates agency am analytics android api api-docs apis app apps archive asset assets auth autoconfig autodiscover aws
backup backups banner beta billing blog bounce bounces brand brands business calendar campaign campaigns careers cdn chat
checkout ci click clicks client clients cloud cms code community company config connect console contact content control
conversion conversions cpanel crm css customer customers dashboard data db debug default delivery demo-admin dev developer
developers dns doc docs domain domains download downloads email embed enterprise error errors event events example faq
feed feedback file files finance font fonts forum free ftp gateway git go grafana graphql guest guide guides health help
helpdesk home host hosting hostmaster http https id image images imap img inbox info internal intranet invite invoice
invoices ios ip ipv4 ipv6 is isatap issue issues it job jobs js ldap legal link links list lists live local localhost log
login logout logs m mail mailer mailer-daemon mailing manage manager marketing master me media member members message
metrics mobile monitor monitoring mta-sts mx my mysql network new news newsletter ns ns1 ns2 ns3 ns4 null oauth offer
offers official operator order orders owner pages partner partners password pay payment payments payout payouts pixel
platform pop pop3 portal post postback postmaster press preview pricing privacy private prod production profile prometheus
proxy public publisher publishers push redirect register report reporting reports resource resources root rss s3 sales
sandbox sdk search secure security server service services session settings shop signin signup site sitemap smtp social
sql ssh ssl stage staging start static stats status store sub subdomain support survey sync sysadmin system t team teams
tenant tenants terms test testing ticket tickets tls tmp tools track tracker tracking traffic training trial trk undefined
unsubscribe update updates upload uploads usage user users v1 v2 vpn web webhook webhooks webmail webmaster wiki wpad ws
www www1 www2 xml`.split(/\s+/),
);

/** the same skeleton for names that look alike: digits for letters, doubled and dropped separators */
export const skeleton = (name: string): string =>
  name
    .replaceAll('-', '')
    .replaceAll('0', 'o')
    .replaceAll(/[1l|]/g, 'i')
    .replaceAll('3', 'e')
    .replaceAll('4', 'a')
    .replaceAll('5', 's')
    .replaceAll('7', 't')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w');

const reservedSkeletons = new Set([...RESERVED].filter((name) => name.length > 3).map(skeleton));

export const isSubdomainShape = (name: string): boolean => SUBDOMAIN.test(name) && !name.startsWith('xn--');

export const isReservedSubdomain = (name: string, brandLabel: string): boolean =>
  RESERVED.has(name) ||
  name === brandLabel ||
  skeleton(name) === skeleton(brandLabel) ||
  reservedSkeletons.has(skeleton(name));
