// Whether an entry of the trail can be taken back, by this reader: from the entry and his role alone, so that a list asks nothing
// more of the database.
import type { UndoState } from '@tributary/contract/logs/undo-states';
import type { Principal, TenantContext } from '../../http/call.ts';
import { refusalOf } from '../../http/permission.ts';
import { accountInverses } from '../accounts/index.ts';
import { type Change, type Inverses, REDACTED } from '../audit/index.ts';
import { mailInverses } from '../mail/index.ts';
import { offerInverses } from '../offers/index.ts';
import { postbackInverses } from '../postbacks/index.ts';
import { settingsInverses } from '../settings/index.ts';
import { trackingInverses } from '../tracking/index.ts';
import { keptFrom, tellsHidden } from './hidden-fields.ts';

export const inverses: Inverses = {
  ...offerInverses,
  ...postbackInverses,
  ...accountInverses,
  ...trackingInverses,
  ...settingsInverses,
  ...mailInverses,
};

/** why not, of what no inverse is declared for: the first that fits */
const reasons: readonly (readonly [RegExp, UndoState])[] = [
  [/secrets?-replaced$|^proof-key\./, 'secret'],
  [/^(conversion|conversions|lot|lots|late-lot|exchange-rate|exchange-rates|receipts|cap)\./, 'money'],
  [
    /^(password|session|email|api-key|api-keys|two-factor|passkey|role|team)\.|^account\.(approved|rejected|deleted|restored|signed-out)$/,
    'access',
  ],
  [/warned$|resent$|^mail\./, 'mail'],
  [/\.(created|registered|signed-up|brief-submitted|brief-completed)$/, 'created'],
  [/^(profile|company|report)\.|^offer\.(requested|joined)$/, 'own'],
];

const holdsSecret = (change: Change): boolean => JSON.stringify(change.before)?.includes(`"${REDACTED}"`) ?? false;

interface Reader {
  principal: Principal;
  tenant: Pick<TenantContext, 'access'>;
}

export function undoStateOf(
  change: Change,
  { undoneBy, accountKind, isErased }: { undoneBy: string | null; accountKind: string | null; isErased: boolean },
  { principal, tenant }: Reader,
): UndoState {
  if (isErased) return 'erased';
  const inverse = inverses[change.action];
  if (!inverse) return reasons.find(([pattern]) => pattern.test(change.action))?.[1] ?? 'not_covered';
  if (undoneBy !== null) return 'undone';
  if (inverse.hasOwnPage?.(change)) return 'own_page';
  if (holdsSecret(change)) return 'secret';
  if (change.objectId === '' || inverse.isWhole?.(change) === false) return 'older';
  const { access, method } = inverse.route(accountKind);
  const refused = access.who === 'session' ? refusalOf(access, method, principal, tenant.access) : null;
  if (refused) return 'no_right';
  const kept = keptFrom(principal, accountKind);
  // what is hidden is not changed, neither forth nor back
  return tellsHidden(change.before, kept) || tellsHidden(change.after, kept) ? 'no_right' : 'possible';
}
