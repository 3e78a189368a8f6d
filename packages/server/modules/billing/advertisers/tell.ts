// Who hears of credit and of invoices that are late: the advertiser, and the account managers who see it.
import type { Tx } from '../../../platform/db/database.ts';
import type { JobRun } from '../../../platform/jobs/topics.ts';
import { type Sentence, sentence } from '../../../words/sentences.ts';
import { findPartner, type Manager, managersWhoFind, type Partner } from '../../accounts/index.ts';
import { type MailName, queueMail } from '../../mail/index.ts';
import { BLANKED, notify, notifyEach } from '../../notifications/index.ts';
import { originOfTenant, tenantById } from '../../tenancy/index.ts';
import type { BillingJobDeps } from '../deps.ts';
import { dayIn, moneyIn } from '../said-money.ts';
import type { ToRemind } from './invoices.repo.ts';

const CONSOLE = '/am/advertisers/billing';
const PORTAL = '/advertiser/billing/payment-methods';
const INVOICES = '/advertiser/billing/invoices';

type CreditNews = 'warned' | 'stopped' | 'reopened';
interface Used {
  advertiser_id: string;
  used: number | null;
  limit: string | null;
  currency: string;
}

/** a role that hides revenue does not read what an advertiser may owe, nor who it is where that is hidden */
function managersText(news: CreditNews, partner: Partner, event: Used, { hidden, language }: Manager): Sentence {
  const isBlank = hidden.includes('revenue');
  return sentence(`credit.${news}`, {
    advertiser: hidden.includes('advertiser_name') ? BLANKED : partner.name,
    number: partner.number,
    ...limitWords(event, language, isBlank),
  });
}

const limitWords = ({ used, limit, currency }: Used, language: Partner['language'], isBlank = false) => ({
  used: isBlank ? BLANKED : String(used ?? 100),
  limit: isBlank || limit === null ? BLANKED : moneyIn(language, BigInt(limit), currency),
});

export async function tellOfCredit(
  run: JobRun<Used>,
  news: CreditNews,
  { clock, publicOrigin }: Pick<BillingJobDeps, 'clock' | 'publicOrigin'>,
): Promise<void> {
  await run.transaction(async (tx) => {
    const { tenantId, jobId, payload } = run;
    const find = () => findPartner(tx, 'advertiser', { id: payload.advertiser_id });
    const partner = await find();
    if (!partner) return;
    const at = clock.now();
    const tenant = await tenantById(tx, tenantId);
    const origin = originOfTenant(publicOrigin, tenant);
    const name: MailName = `credit-${news}`;
    const mail = (to: { email: string; language: Partner['language']; first: string }, line: Sentence, path: string) =>
      queueMail(tx, {
        tenantId,
        to: to.email,
        language: to.language,
        name,
        values: {
          brand: tenant.displayName,
          firstName: to.first,
          lines: [line],
          action: { label: sentence('action.see-billing'), url: `${origin}${path}` },
        },
        at,
      });
    const managers = await managersWhoFind(tx, 'billing', find);
    const textFor = (manager: Manager) => managersText(news, partner, payload, manager);
    const managersNews = { tenantId, cause: jobId, kind: 'credit', path: CONSOLE, at } as const;
    if (await notifyEach(tx, managersNews, managers, textFor)) {
      for (const manager of managers) {
        const { email, language, first_name: first } = manager;
        await mail({ email, language, first }, textFor(manager), CONSOLE);
      }
    }
    const own = sentence(`credit.own-${news}`, limitWords(payload, partner.language));
    const ownNews = { tenantId, to: [partner.id], cause: jobId, kind: 'credit', text: own, path: PORTAL, at } as const;
    if (await notify(tx, ownNews)) {
      await mail({ email: partner.email, language: partner.language, first: partner.firstName }, own, PORTAL);
    }
  });
}

interface Reminding {
  tenantId: string;
  /** what it is due to */
  cause: string;
  at: Date;
  publicOrigin: URL;
}

/** the address that it went to; '' where the account is not there any more */
export async function sendReminder(
  tx: Tx,
  { tenantId, cause, at, publicOrigin }: Reminding,
  invoice: Pick<ToRemind, 'id' | 'ownerId' | 'number' | 'currency' | 'open' | 'dueOn' | 'overdueDays'>,
): Promise<string> {
  const partner = await findPartner(tx, 'advertiser', { id: invoice.ownerId });
  if (!partner) return '';
  const words = {
    invoice: invoice.number,
    amount: moneyIn(partner.language, invoice.open, invoice.currency),
    due: invoice.dueOn && dayIn(partner.language, invoice.dueOn),
    count: invoice.overdueDays,
  };
  const text = sentence(invoice.overdueDays > 0 ? 'invoice.overdue' : 'invoice.open', words);
  const tenant = await tenantById(tx, tenantId);
  const path = `${INVOICES}?record=${invoice.id}`;
  await notify(tx, { tenantId, to: [partner.id], cause, kind: 'invoice', text, path, at });
  await queueMail(tx, {
    tenantId,
    to: partner.email,
    language: partner.language,
    name: 'invoice-reminder',
    values: {
      brand: tenant.displayName,
      firstName: partner.firstName,
      lines: [text],
      action: { label: sentence('action.see-invoices'), url: `${originOfTenant(publicOrigin, tenant)}${path}` },
    },
    at,
  });
  return partner.email;
}
