-- How many sales, clicks or impressions a claim adds to its line; negative where it takes them back. One claim of a subject in a
-- document has all of them. Null: claimed before this was kept.
alter table document_entries add column events bigint;

-- a bank said first that it failed, and later that it was paid: what it had said first
alter table payments add column failed_code text;
