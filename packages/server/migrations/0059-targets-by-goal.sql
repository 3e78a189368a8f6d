-- Targets stand in the order of their goals, so a list without a goal's targets and the list with them agree on who comes
-- first. Nothing reads the place any more; the column goes with a later release.
alter table offer_kpi_targets alter column position set default 0;
