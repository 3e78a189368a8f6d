-- A file of figures is read by whoever sees now what he saw when it was made: `eyes` tells the one from the other. Null: made
-- before roles had a scope, by somebody who saw everything.
alter table report_exports add column eyes text;

-- From where an API key is good; empty: from everywhere that the workspace allows.
alter table api_keys add column networks text[] not null default '{}';
