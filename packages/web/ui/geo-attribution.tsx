// The bundled country table asks for this link wherever countries found by it are shown (DB-IP, CC BY 4.0).
import { Anchor, Text } from '@mantine/core';
import { t } from '../words/base.ts';

export const GeoAttribution = () => (
  <Text size="xs" c="dimmed">
    {t('geo.countries')}{' '}
    <Anchor href="https://db-ip.com" target="_blank" rel="noreferrer" inherit>
      IP Geolocation by DB-IP
    </Anchor>
  </Text>
);
