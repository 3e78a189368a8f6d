-- What has no rate is found at once, and an advertiser's own calls without reading everybody's.
create index conversions_without_rate on conversions (tenant_id, currency) where home_rate_e12 is null;
create index receipts_of_advertiser on receipts (tenant_id, advertiser, at desc, receipt_id desc);
