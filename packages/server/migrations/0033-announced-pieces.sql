-- A store of events that cannot take part in the intake's transaction is told a piece again until its position has moved. So
-- that it can know it again, where the piece ends is kept before its first row leaves, and when it was first tried.
alter table intake_positions
  add column pending_to bigint,
  add column pending_at timestamptz,
  add constraint piece_is_whole check ((pending_to is null) = (pending_at is null));
