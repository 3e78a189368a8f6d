-- Mail to whoever runs the platform: the job that writes it must know the addresses and what was said, nothing else of
-- the operators. And an operator can be removed again.
grant select (email) on operators to tributary_worker;
grant select on contact_messages to tributary_worker;
grant delete on operators, operator_sessions to tributary_operator;

create index operator_sessions_by_operator on operator_sessions (operator_id);
create index contact_messages_recent on contact_messages (created_at desc);
