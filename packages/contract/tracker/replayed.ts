// What the replay program answers of a stored click or impression (tracker/replay): each step with what it saw, the rule that it
// looked at and what it said for itself. Zod-free: the tracker writes it, the server reads it.

export const stepNames = [
  'resolve',
  'client-ip',
  'geo',
  'device',
  'bot',
  'shield',
  'schedule',
  'visibility',
  'velocity',
  'caps',
  'repeat',
  'target',
  'render',
] as const;
export type StepName = (typeof stepNames)[number];

/** what a step can see, or a rule can speak of; a closed list, each with words of its own */
export const factNames = [
  'workspace_until',
  'link',
  'offer',
  'offer_status',
  'publisher',
  'publisher_status',
  'credit',
  'landing',
  'time',
  'ip',
  'country',
  'region',
  'city',
  'isp',
  'hosting',
  'device',
  'brand',
  'os',
  'os_version',
  'browser',
  'language',
  'user_agent',
  'referer',
  'mark',
  'source',
  'networks',
  'user_agents',
  'referrers',
  'sources',
  'starts_at',
  'ends_at',
  'hours',
  'visibility',
  'allowed',
  'blocked',
  'flood',
  'cap',
  'first_click',
  'unique_for',
  'duplicates',
  'deep_link',
  'deep_link_hosts',
  'destination',
] as const;
export type FactName = (typeof factNames)[number];

/** count: so many entries, none of which fits; closed: shut within these hours instead of open */
export const factOps = ['is', 'in', 'not_in', 'from', 'until', 'count', 'closed'] as const;
export type FactOp = (typeof factOps)[number];

export interface StepFact {
  name: FactName;
  op: FactOp;
  value: string;
}

export interface ReplayedStep {
  step: StepName;
  /** ok, or the verdict that it gives for itself */
  result: string;
  /** recorded: answered from what the row says came of it */
  from: 'rule' | 'recorded';
  saw: StepFact[];
  rule: StepFact[];
}

export interface Replayed {
  id: string;
  verdict: string;
  /** what was decided then; it stays the truth */
  stored: string;
  /** the workspace keeps only the network of such an address: blocked networks were compared with the whole of it */
  isShortened: boolean;
  sentTo: string;
  location: string;
  steps: ReplayedStep[];
}

/** what a tracker answers to a click that is a test: what it would have answered, and why */
export interface TestedClick extends Replayed {
  /** its row among the tests */
  row: string;
  /** of the answer that a visitor would have got */
  status: number;
}

/** likewise to the postback of a test */
export interface TestedPostback {
  row: string;
  outcome: string;
  message: string;
}
