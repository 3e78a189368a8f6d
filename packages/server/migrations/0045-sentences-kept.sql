-- A notification keeps what it says as key and values beside the English text, so that its reader is told in his own language.
-- What was told before has the text alone.
alter table notifications add column sentence jsonb;
