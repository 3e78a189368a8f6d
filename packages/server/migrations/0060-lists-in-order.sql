-- Lists in the order of an index: campaigns and requests, the newest first. How many accepted a version of the terms is counted
-- by the version.
create index offers_newest on offers (tenant_id, created_at, number);
create index permission_requests_newest on offer_permissions (tenant_id, requested_at, id) where requested_at is not null;
create index terms_acceptances_of_version on terms_acceptances (tenant_id, terms_id);
