-- A notification belongs to a person, who has read it or not. Those of a workspace so far become one for each of its account
-- managers, read where that manager had marked them so.
alter table notifications add column user_id uuid;
alter table notifications add column read_at timestamptz;
-- what made it due: a job that runs again finds it and tells nobody twice
alter table notifications add column cause uuid;
insert into notifications (tenant_id, id, user_id, kind, text, path, at, read_at, cause)
  select n.tenant_id, uuidv7(), u.id, n.kind, n.text, n.path, n.at,
    case when n.at <= u.notifications_read_at then u.notifications_read_at end, n.id
  from notifications n join users u on u.tenant_id = n.tenant_id and u.type = 'admin' and u.deleted_at is null;
delete from notifications where user_id is null;
alter table notifications alter column user_id set not null;
alter table notifications alter column cause set not null;
alter table notifications add foreign key (tenant_id, user_id) references users (tenant_id, id);
create unique index notifications_once on notifications (tenant_id, user_id, cause);
drop index notifications_recent;
create index notifications_of_person on notifications (tenant_id, user_id, at desc);
create index notifications_of_kind on notifications (tenant_id, kind, at desc);
drop policy managers_only on notifications;
call scope_to_actor('notifications', 'user_id');
grant update on notifications to tributary_app;
alter table users drop column notifications_read_at;
