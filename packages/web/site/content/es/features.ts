import type { Messages } from '../en/index.ts';

export const features: Messages['features'] = {
  title: 'Funciones: %BRAND%',
  description:
    'Analítica en tiempo real, protección antifraude y gestión inteligente de enlaces, con pagos, API, equipos y marca blanca.',
  heading: 'El programa completo, del enlace al pago',
  lead: 'Tres cosas deben estar bien antes que todo lo demás: las cifras, el tráfico que hay detrás y los enlaces que lo traen.',
  blocks: [
    {
      id: 'analytics',
      title: 'Analítica en tiempo real',
      text: 'Clics, conversiones, ingresos, pagos y beneficio en segundos, en su zona horaria y su moneda. Agrupe por oferta, publisher, fuente, país, dispositivo o cualquiera de sus parámetros.',
      points: [
        'Hasta cinco dimensiones en un informe',
        'Cada cifra se abre en sus registros',
        'Vistas guardadas, compartidas y exportadas',
      ],
      figure: 'Conversiones por hora, hoy',
    },
    {
      id: 'fraud',
      title: 'Protección antifraude',
      text: 'Cada clic pasa por una lista de controles con nombre, y cada rechazo se guarda con su motivo. Nada se recorta en silencio: sus publishers pueden ver por qué.',
      points: [
        'Bots, repeticiones y vistas previas, aparte',
        'Tiempo de clic a conversión comprobado por oferta',
        'Conversiones sospechosas retenidas antes del pago',
      ],
      figure: 'Veredictos sobre 10.000 clics de demostración',
      verdicts: {
        accepted: 'Aceptado',
        bot: 'Bot',
        repeat: 'Repetido',
        cap: 'Sobre el límite',
        schedule: 'Fuera de horario',
      },
    },
    {
      id: 'links',
      title: 'Gestión inteligente de enlaces',
      text: 'Un enlace por publisher y oferta, con quince parámetros libres, códigos cortos, elección de página de destino y una alternativa que nunca es una página en blanco.',
      points: [
        'Segmentación por país, dispositivo y horario',
        'Límites por día, mes y publisher',
        'Más de cien macros con hashes y valores por defecto',
      ],
      figure: 'Anatomía de un enlace',
      anatomy: {
        host: 'Su propio dominio',
        offer: 'La oferta',
        publisher: 'El publisher',
        p1: 'El id de clic del publisher',
        source: 'De dónde vino',
      },
    },
  ],
  more: {
    heading: 'Y lo que lo rodea',
    items: [
      {
        title: 'Pagos automáticos',
        text: 'Saldos, retenciones, facturas y pagos desde un libro de partida doble.',
        href: '/learn-more#payouts',
      },
      {
        title: 'Acceso por API',
        text: 'Todo lo que hace la consola, descrito en un documento OpenAPI.',
        href: '/resources#api',
      },
      {
        title: 'Varios usuarios',
        text: 'Roles para gestores, facturación y lectura, con registro de auditoría.',
        href: '/resources#security',
      },
      {
        title: 'Marca blanca',
        text: 'Su nombre, logotipo, color y dominio en cada pantalla y correo.',
        href: '/about',
      },
      {
        title: 'Atribución móvil',
        text: 'Instalaciones y eventos de los principales socios de atribución.',
        href: '/resources#integrations',
      },
      {
        title: 'Seguimiento de eCommerce',
        text: 'Pedidos, devoluciones, cupones y comisión por SKU.',
        href: '/pricing',
      },
    ],
    read: 'Leer más',
  },
};
