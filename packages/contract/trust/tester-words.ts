// The words of the testers: closed lists, each with its text on the screen. Zod-free: the server's steps take them, too.

export const testKinds = ['quick', 'deep', 'link', 'rule'] as const;
export type TestKind = (typeof testKinds)[number];
export const testStates = ['running', 'passed', 'failed'] as const;
export type TestState = (typeof testStates)[number];

/** what was done, in this order; a link's chain is its hops */
export const testSteps = ['read', 'click', 'conversion', 'arrival', 'postback', 'follow', 'expect'] as const;
export type TestStep = (typeof testSteps)[number];
export const stepResults = ['ok', 'failed', 'skipped'] as const;

/** how a test ended, or why a step said what it said */
export const testResults = [
  'ok',
  /** the click would be refused; its verdict says why */
  'click_refused',
  'conversion_refused',
  /** the publisher has no postback for this offer and goal */
  'no_postback',
  'postback_failed',
  /** the rows have not come from the tracker yet */
  'not_arrived',
  'tracker_silent',
  'too_many_hops',
  'loop',
  'too_slow',
  'unreachable',
  /** not public, another port, a scheme that is no page */
  'address_refused',
  'status_not_allowed',
  'host_differs',
  'app_differs',
  /** it ended without a word: the process was stopped */
  'interrupted',
] as const;
export type TestResult = (typeof testResults)[number];

/** how one came to a hop: the first, by our own tracker's answer, by a header, by a page */
export const hopWays = ['start', 'tracker', 'location', 'refresh', 'meta', 'script'] as const;
export type HopWay = (typeof hopWays)[number];
export const countryWays = ['own_hop', 'proxy', 'not_simulated'] as const;

export const deviceProfiles = {
  android:
    'Mozilla/5.0 (Linux; Android 14; SM-S928B) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36',
  iphone:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
  ipad: 'Mozilla/5.0 (iPad; CPU OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
  windows:
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36',
  mac: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 14_5) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/605.1.15',
} as const;
export type DeviceProfile = keyof typeof deviceProfiles;
export const deviceNames = Object.keys(deviceProfiles) as [DeviceProfile, ...DeviceProfile[]];

export const testLimits = { hops: 10, hopSeconds: 10, keptDays: 90, bodyBytes: 4096 } as const;
