-- A delivery tells of anything, not of conversions alone: what it is about is named by kind and id, and not everything has a
-- publisher. A publisher's postback is about a conversion of its own, as before.
alter table deliveries rename column conversion_id to subject_id;
alter table deliveries add column subject_kind text not null default 'conversion'
  check (subject_kind in ('conversion', 'offer', 'account', 'cap', 'document', 'payment'));
alter table deliveries alter column subject_kind drop default;
alter table deliveries alter column publisher_id drop not null;
alter table deliveries drop constraint deliveries_tenant_id_conversion_id_fkey;
alter table deliveries add constraint postbacks_tell_of_conversions check (kind = 'webhook' or subject_kind = 'conversion');
alter index deliveries_of_conversion rename to deliveries_of_subject;
