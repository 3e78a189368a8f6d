import type { Messages } from '../en/index.ts';

export const home: Messages['home'] = {
  title: '%BRAND%: seguimiento de afiliación y marketing de resultados',
  description:
    'Registre clics y conversiones, frene el fraude y pague a sus partners desde un solo libro contable, con su propia marca. Prueba gratis de 14 días, sin tarjeta de crédito.',
  heading: 'Cada clic, contado. Cada partner, bien pagado.',
  lead: '%BRAND% sigue las campañas de anunciantes, agencias y redes, y convierte cada conversión en un pago que se puede rastrear hasta su clic.',
  trial: 'Pedir prueba gratis',
  tour: 'Ver las funciones',
  terms: 'Prueba gratis de 14 días. Sin tarjeta de crédito. Sin costes de alta.',
  dashboard: {
    caption: 'La consola con datos de demostración: hoy frente a ayer, hora por hora.',
    title: 'Panel',
    today: 'Hoy',
    yesterday: 'Ayer',
    demo: 'Datos de demostración',
    clicks: 'Clics',
    conversions: 'Conversiones',
    revenue: 'Ingresos',
    payout: 'Pagos',
    profit: 'Beneficio',
    chart: 'Clics por hora',
    offers: 'Mejores ofertas',
    live: 'En vivo',
    click: 'Clic',
    conversion: 'Conversión',
    versus: 'frente a ayer',
    tableHour: 'Hora',
  },
  solutions: {
    heading: 'Una plataforma, cuatro formas de trabajar',
    items: [
      {
        title: 'Redes de afiliación y publicidad',
        text: 'Su marca, su dominio, sus publishers. Ofertas, límites, aprobaciones y pagos para ambos lados de la red en una sola consola.',
        link: 'Gestión inteligente de enlaces',
      },
      {
        title: 'Marcas y agencias',
        text: 'Sepa qué partner trajo cada pedido. Objetivos, cupones y retenciones siguen sus propias reglas, y cada rechazo lleva su motivo.',
        link: 'Analítica en tiempo real',
      },
      {
        title: 'Aplicaciones móviles',
        text: 'Instalaciones y eventos de su socio de atribución, unidos al clic, con el tiempo hasta la instalación comprobado antes de pagar.',
        link: 'Integraciones',
      },
      {
        title: 'Compradores de medios y redes sociales',
        text: 'Quince parámetros libres en cada clic, beneficio por fuente y hora, y conversiones devueltas a las plataformas donde compra.',
        link: 'Macros y parámetros',
      },
    ],
  },
  flow: {
    heading: 'Del clic al pago, sin perder nada por el camino',
    text: 'Tres corrientes confluyen en un libro contable: lo que se pulsó, lo que se compró y lo que se debe. Cada cifra de un informe se abre en los registros que la forman.',
    steps: [
      {
        title: 'El clic',
        text: 'Primero se escribe en disco y después se redirige. Sigue funcionando aunque la base de datos esté caída.',
      },
      {
        title: 'El veredicto',
        text: 'Bot, repetición, límite, horario: cada control tiene nombre. Un clic rechazado conserva su motivo y va a su página alternativa.',
      },
      {
        title: 'La conversión',
        text: 'Un postback cuenta una vez, por mucho que se envíe. Los falsificados fallan en la firma del identificador de clic.',
      },
      {
        title: 'El pago',
        text: 'Partida doble, en una misma transacción con el estado. Las correcciones son asientos nuevos; nada se sobrescribe.',
      },
    ],
    linkLabel: 'Un enlace de seguimiento',
    postbackLabel: 'El postback que le responde',
    more: 'Cómo un clic se convierte en pago',
  },
  figures: {
    heading: 'En cifras',
    items: [
      { value: '99.99%', label: 'de disponibilidad' },
      { value: '50K+', label: 'clientes' },
      { value: '850+', label: 'empresas' },
      { value: '99.9%', label: 'de precisión de seguimiento' },
      { value: '100+', label: 'integraciones' },
    ],
  },
  testimonials: 'Lo que dicen los partners',
  awards: { heading: 'Premios', label: 'Tres premios' },
};
