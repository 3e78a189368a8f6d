-- An account manager takes back a rate that he entered; the trail keeps it.
grant delete on exchange_rates to tributary_app;
