-- In which currency an order's amounts are where a call does not say: the first that was told for it, with an amount or alone.
-- null: none was told yet, or (before this release) that of its sale.
alter table conversions add column order_currency text;
