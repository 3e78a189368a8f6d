// An independent model of the books: what docs/decisions/0019 and 0020 say about terms, words, authority, caps and refunds, in
// the plainest way that can be checked by reading. It shares no code with the modules and keeps no ledger: books are added up
// from conversions and clicks as they stand. For the property test beside it.

export type Status = 'rejected' | 'pending' | 'approved';
export type Word = Status | 'refund' | 'none';

/** an amount per event, or a share of the sale in basis points */
export type Price = { fixed: bigint } | { share: bigint };

export interface Terms {
  from: number;
  advertiser: string;
  currency: string;
  revenue: Price;
  payout: Price;
}

export interface OfferModel {
  /** one conversion per transaction id, not per click */
  byOrder: boolean;
  holdMs: number;
  afterHold: Status;
  minMs: number;
  /** on conversions, per day of the workspace */
  cap: { limit: number; action: 'reject' | 'hold' } | null;
  /** oldest first */
  terms: Terms[];
}

export interface Postback {
  id: string;
  at: number;
  offer: string;
  publisher: string;
  click: string;
  clickAt: number;
  txn: string | null;
  word: Word;
  sale: bigint | null;
  refund: bigint | null;
}

export interface ConversionModel {
  id: string;
  at: number;
  offer: string;
  publisher: string;
  click: string;
  txn: string | null;
  terms: Terms;
  status: Status;
  revenue: bigint;
  payout: bigint;
  sale: bigint | null;
  refunded: bigint;
  isWholeRefund: boolean;
  /** a share of a sale that nobody has told */
  awaitsSale: boolean;
  ceiling: { status: Status; by: 'manager' | 'check' | 'hold' | 'refund' } | null;
  byManager: boolean;
  byHand: boolean;
  holdUntil: number | null;
  afterHold: Status;
  /** counts against the offer's cap */
  hasPlace: boolean;
}

const height: Record<Status, number> = { rejected: 0, pending: 1, approved: 2 };

/** to the nearest micro-unit, halves up */
const shareOf = (sale: bigint, share: bigint): bigint => (2n * sale * share + 10_000n) / 20_000n;
const worth = (price: Price, sale: bigint | null): bigint =>
  'fixed' in price ? price.fixed : sale === null ? 0n : shareOf(sale, price.share);

export function createModel(timeZone: string) {
  const offers = new Map<string, OfferModel>();
  const conversions: ConversionModel[] = [];
  const early: Postback[] = [];
  const clicks: { offer: string; publisher: string; at: number }[] = [];
  const days = new Intl.DateTimeFormat('en-CA', { timeZone });
  const offerOf = (name: string): OfferModel => {
    const offer = offers.get(name);
    if (!offer) throw new Error(`the model has no offer ${name}`);
    return offer;
  };
  const termsAt = (offer: string, at: number): Terms => {
    const found = offerOf(offer).terms.findLast(({ from }) => from <= at);
    if (!found) throw new Error(`${offer} had no terms then`);
    return found;
  };

  const hasRoom = (c: ConversionModel): boolean => {
    const { cap } = offerOf(c.offer);
    if (cap === null || c.hasPlace) return true;
    const others = conversions.filter(
      (other) => other.offer === c.offer && other.hasPlace && days.format(other.at) === days.format(c.at),
    );
    return others.length < cap.limit;
  };

  /** to a higher status, or a first one: the cap is asked */
  function raise(c: ConversionModel, status: Status): void {
    if (status === 'rejected') set(c, 'rejected');
    else if (hasRoom(c)) {
      c.hasPlace = offerOf(c.offer).cap !== null;
      c.status = status;
    } else set(c, offerOf(c.offer).cap?.action === 'reject' ? 'rejected' : 'pending');
  }
  function set(c: ConversionModel, status: Status): void {
    c.status = status;
    if (status === 'rejected') c.hasPlace = false;
  }

  const price = (c: ConversionModel): void => {
    const left = c.sale === null ? null : c.sale - c.refunded;
    c.revenue = worth(c.terms.revenue, left);
    c.payout = worth(c.terms.payout, left);
  };

  const find = ({ offer, click, txn }: Postback): ConversionModel | 'unclear' | null => {
    const order = conversions.find((c) => txn !== null && c.offer === offer && c.txn === txn);
    if (order) return order;
    const ofClick = conversions.filter((c) => c.offer === offer && c.click === click);
    if (txn !== null) return ofClick.find((c) => c.txn === null) ?? null;
    return ofClick.length > 1 ? 'unclear' : (ofClick[0] ?? null);
  };

  function create(p: Postback): void {
    const offer = offerOf(p.offer);
    const c: ConversionModel = {
      id: p.id,
      at: p.at,
      offer: p.offer,
      publisher: p.publisher,
      click: p.click,
      txn: p.txn,
      terms: termsAt(p.offer, p.at),
      status: 'rejected',
      revenue: 0n,
      payout: 0n,
      sale: p.sale,
      refunded: 0n,
      isWholeRefund: false,
      awaitsSale: false,
      ceiling: null,
      byManager: false,
      byHand: false,
      holdUntil: null,
      afterHold: offer.afterHold,
      hasPlace: false,
    };
    price(c);
    c.awaitsSale = c.sale === null && ('share' in c.terms.revenue || 'share' in c.terms.payout);
    conversions.push(c);
    if (p.word !== 'none' && p.word !== 'refund') c.afterHold = p.word;
    if (Math.floor((p.at - p.clickAt) / 1_000) * 1_000 < offer.minMs) {
      c.ceiling = { status: 'rejected', by: 'check' };
    } else if (offer.holdMs > 0) {
      c.holdUntil = p.at + offer.holdMs;
      c.ceiling = { status: 'pending', by: 'hold' };
      raise(c, p.word === 'rejected' ? 'rejected' : 'pending');
    } else raise(c, c.awaitsSale && c.afterHold === 'approved' ? 'pending' : c.afterHold);
    const mine = early.filter(
      ({ offer, txn, click }) =>
        offer === p.offer &&
        (txn !== null && txn === p.txn ? true : click === p.click && (txn === null || p.txn === null)),
    );
    for (const refund of mine) {
      early.splice(early.indexOf(refund), 1);
      giveBack(c, refund);
    }
  }

  const ceilingOn = (c: ConversionModel, now: number) =>
    c.ceiling?.by === 'hold' && c.holdUntil !== null && c.holdUntil <= now ? null : c.ceiling;
  /** what a manager approved, or priced by hand, an advertiser does not lower */
  const isGuarded = (c: ConversionModel): boolean =>
    c.status !== 'rejected' && (c.byHand || (c.status === 'approved' && c.byManager));

  function giveBack(c: ConversionModel, p: Postback): void {
    const total = p.refund ?? p.sale;
    const isWhole = total === null || c.sale === null || total >= c.sale;
    if (c.isWholeRefund || isGuarded(c)) return;
    if (isWhole) {
      c.isWholeRefund = true;
      set(c, 'rejected');
      c.byManager = false;
      c.refunded = c.sale ?? c.refunded;
      if (c.ceiling?.status !== 'rejected')
        c.ceiling = c.ceiling?.by === 'manager' ? c.ceiling : { status: 'rejected', by: 'refund' };
    } else if (total > c.refunded) {
      c.refunded = total;
      price(c);
    }
  }

  function hearAmount(c: ConversionModel, p: Postback): void {
    if (p.sale === null || p.sale === c.sale || p.word === 'rejected') return;
    const [before, sale] = [{ revenue: c.revenue, payout: c.payout }, c.sale];
    if (c.byHand) return;
    c.sale = p.sale;
    price(c);
    const grows = c.revenue > before.revenue || c.payout > before.payout;
    const shrinks = c.revenue < before.revenue || c.payout < before.payout;
    const refused = grows ? isGuarded(c) || ceilingOn(c, p.at) !== null : shrinks && isGuarded(c);
    if (refused) Object.assign(c, { sale, ...before });
    else if (c.awaitsSale) {
      c.awaitsSale = false;
      if (c.status === 'pending' && c.ceiling === null && c.holdUntil === null) raise(c, c.afterHold);
    }
  }

  function hearStatus(c: ConversionModel, p: Postback, word: Status): void {
    const ceiling = ceilingOn(c, p.at);
    const isHeld = c.holdUntil !== null && ceiling?.by === 'hold';
    const step = height[word] - height[c.status];
    if (step < 0 && !isGuarded(c)) {
      c.byManager = false;
      set(c, word);
    } else if (step === 0 && isHeld && word === 'pending') {
      c.afterHold = 'pending';
    } else if (step > 0 && c.awaitsSale && word === 'approved' && ceiling === null) {
      c.afterHold = word;
      if (c.status === 'rejected') raise(c, 'pending');
    } else if (step > 0 && (ceiling === null || height[word] <= height[ceiling.status])) {
      c.byManager = false;
      raise(c, word);
    } else if (step > 0 && isHeld) {
      c.afterHold = word;
      if (c.status === 'rejected') raise(c, 'pending');
    }
  }

  return {
    offers,
    conversions,
    clicks,
    postback(p: Postback): void {
      const c = find(p);
      if (c === 'unclear') return;
      if (c === null) {
        const hasConverted = conversions.some((one) => one.offer === p.offer && one.click === p.click);
        if (hasConverted && !offerOf(p.offer).byOrder) return;
        if (p.word === 'refund') early.push(p);
        else create(p);
        return;
      }
      c.txn ??= p.txn;
      if (p.word === 'refund') giveBack(c, p);
      else hearAmount(c, p);
      if (p.word !== 'none' && p.word !== 'refund') hearStatus(c, p, p.word);
    },
    /** holds that have ended by then */
    tick(now: number): void {
      for (const c of conversions) {
        if (c.holdUntil === null || c.holdUntil > now || c.status !== 'pending' || c.ceiling?.by !== 'hold') continue;
        c.holdUntil = null;
        set(c, c.afterHold);
        c.ceiling = c.afterHold === 'approved' ? null : { status: c.afterHold, by: 'hold' };
      }
    },
    /** a manager's decision; false where a cap has no room and it was not said to go over it */
    decide(id: string, status: Status, overCap: boolean): boolean {
      const c = conversions.find((one) => one.id === id);
      if (!c) throw new Error(`the model has no conversion ${id}`);
      if (status !== 'rejected' && !hasRoom(c) && !overCap) return false;
      set(c, status);
      if (status !== 'rejected') c.hasPlace = offerOf(c.offer).cap !== null;
      c.byManager = true;
      c.ceiling = status === 'approved' ? null : { status, by: 'manager' };
      c.holdUntil = null;
      return true;
    },
    adjust(id: string, payout: bigint): void {
      const c = conversions.find((one) => one.id === id);
      if (!c) throw new Error(`the model has no conversion ${id}`);
      c.payout = payout;
      c.byHand = true;
    },
    /** what stands on each partner's account; clicks of days that had ended by then are paid by the terms of their moment */
    books(bookedBefore: string): Map<string, { pending: bigint; posted: bigint }> {
      const books = new Map<string, { pending: bigint; posted: bigint }>();
      const add = (owner: string, currency: string, status: Status, amount: bigint) => {
        const name = `${owner} ${currency}`;
        const balance = books.get(name) ?? { pending: 0n, posted: 0n };
        if (status === 'pending') balance.pending += amount;
        if (status === 'approved') balance.posted += amount;
        books.set(name, balance);
      };
      for (const { terms, publisher, status, revenue, payout } of conversions) {
        add(terms.advertiser, terms.currency, status, revenue);
        add(publisher, terms.currency, status, payout);
      }
      for (const { offer, publisher, at } of clicks) {
        if (days.format(at) >= bookedBefore) continue;
        const { advertiser, currency, revenue, payout } = termsAt(offer, at);
        add(advertiser, currency, 'approved', worth(revenue, null));
        add(publisher, currency, 'approved', worth(payout, null));
      }
      return books;
    },
  };
}
