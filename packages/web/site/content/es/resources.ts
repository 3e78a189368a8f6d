import type { Messages } from '../en/index.ts';

export const resources: Messages['resources'] = {
  title: 'Recursos: %BRAND%',
  description:
    'Guías de enlaces, postbacks, macros, límites y fraude; integraciones, API, soporte, formación y políticas.',
  heading: 'Recursos',
  lead: 'Cómo funciona el seguimiento, cómo conectarlo y quién ayuda cuando no funciona.',
  contents: 'En esta página',
  guides: 'Guías',
  services: 'Producto y servicios',
  legal: 'Políticas',
};
