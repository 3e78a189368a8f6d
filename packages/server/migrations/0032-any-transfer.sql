-- The ledger takes any transfer of the account plan: what comes after a conversion's revenue and payout is adjusted, taxed, paid,
-- deposited. Entries from here on are of chain format 2, which names itself and the step that an entry's id is made of; those
-- before are of format 1 and stay as they were written.

alter table ledger_accounts drop constraint ledger_accounts_kind_check;
alter table ledger_accounts add constraint ledger_accounts_kind_check check (kind in (
  'advertiser_receivable', 'publisher_payable', 'in_transit', 'tax_withheld', 'prepaid',
  'tenant_revenue', 'tenant_payout_cost', 'tenant_adjustment', 'tenant_referral_cost', 'tenant_cash', 'tenant_fx',
  'input_vat', 'output_vat', 'payment_fees', 'bad_debt'));
-- what is under way to somebody, withheld for them or paid in by them is kept with them as well
alter policy actor_scope on ledger_accounts using (
  (select coalesce(current_setting('app.actor_kind', true), '') in ('system', 'admin'))
  or (owner_id = (select nullif(current_setting('app.actor_id', true), '')::uuid)
      and kind in ('advertiser_receivable', 'publisher_payable', 'in_transit', 'tax_withheld', 'prepaid')));

-- a default that is gone at once: the entries of the format before are marked without being rewritten, and a server of the
-- version before, should one still run, is refused instead of going on with its own format in the middle of the new one
alter table ledger_transfers add column format smallint not null default 1 check (format in (1, 2));
alter table ledger_transfers alter column format drop default;
-- counts the steps of the subject; in format 1 only the id, made of it, bears witness
alter table ledger_transfers add column revision integer check ((revision is null) = (format = 1));

alter table ledger_transfers drop constraint ledger_transfers_leg_check;
alter table ledger_transfers add constraint ledger_transfers_leg_check check (leg in (
  'revenue', 'payout', 'bonus', 'charge', 'referral', 'input_vat', 'output_vat', 'payment', 'withholding', 'fee', 'fx_out',
  'fx_in', 'settlement', 'deposit', 'apply', 'write_off'));
alter table ledger_transfers drop constraint ledger_transfers_subject_kind_check;
alter table ledger_transfers add constraint ledger_transfers_subject_kind_check check (subject_kind in (
  'conversion', 'lot', 'document', 'payment', 'deposit', 'adjustment', 'referral'));
-- what is earned is earned by a conversion or a lot, and these have no other entries: `ledger:verify` compares them
alter table ledger_transfers add constraint earned_by_its_subject check (
  (leg in ('revenue', 'payout')) = (subject_kind in ('conversion', 'lot')));
alter table ledger_transfers add constraint reserved_where_it_may_end check (
  phase = 'direct' or leg in ('revenue', 'payout', 'payment', 'withholding', 'fee', 'fx_out', 'fx_in'));
