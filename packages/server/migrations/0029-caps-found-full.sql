-- A click cap that is set, changed or put back finds its window as full as it is. Trackers ship the clicks they let through
-- before they heard of the cap a moment later, so it is counted again for a while; null: counted for good.
alter table cap_windows add column recount_until timestamptz;
