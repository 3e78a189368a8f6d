-- A tenant that the operator suspends or puts on another plan is news for the trackers. He can announce that alone.
create policy operated on outbox for insert to tributary_operator with check (topic = 'tenant.changed');
grant insert on outbox to tributary_operator;
