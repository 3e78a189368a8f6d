-- Status words of an advertiser's own system, each with what it means: approved, pending, rejected or refund.
alter table postback_auth add column status_words jsonb not null default '{}';
