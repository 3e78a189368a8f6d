// What a conversion takes over from its click's row.
import type { StoredClick } from '../events/index.ts';

export const detailsOf = (click: StoredClick) => ({
  click_seen: true,
  source: click.source,
  sub_source: click.sub_source,
  country: click.country,
  region: click.region,
  city: click.city,
  device_type: click.device_type,
  device_brand: click.device_brand,
  device_model: click.device_model,
  os: click.os,
  os_version: click.os_version,
  browser: click.browser,
  browser_version: click.browser_version,
  user_agent: click.user_agent,
  language: click.language,
  referer: click.referer,
  isp: click.isp,
  ip: click.ip,
  click_params: JSON.stringify({
    ...click.params,
    ...(click.landing === null ? {} : { url_id: String(click.landing) }),
    ...(click.tracking_host === null ? {} : { tdomain: click.tracking_host }),
    ...(click.is_unique === null ? {} : { is_unique: click.is_unique ? '1' : '0' }),
    ...(click.zip === null ? {} : { zip: click.zip }),
  }),
});
