import type { Messages } from '../en/index.ts';

export const services: Messages['services'] = [
  {
    id: 'integrations',
    title: 'Integraciones',
    body: [
      'Más de 100 sistemas nos envían conversiones o las reciben de nosotros. Todos usan las mismas tres puertas: una dirección de postback, un fragmento de JavaScript y la API.',
      {
        list: [
          'Tiendas: Shopify, WooCommerce y Magento, con pedidos, devoluciones y cupones.',
          'Atribución móvil: AppsFlyer, Adjust, Branch, Singular y Kochava, con plantillas de enlace y mapa de eventos.',
          'Plataformas de anuncios: conversiones devueltas a las redes donde compra.',
          'Otros trackers y redes: ofertas importadas según un calendario, con vista previa antes de cualquier cambio.',
        ],
      },
      'Si un sistema puede llamar a una dirección, se conecta en minutos. Si no puede, [escríbanos](/contact) y díganos cuál es.',
    ],
  },
  {
    id: 'api',
    title: 'API',
    body: [
      'Lo que hace la consola, pueden hacerlo sus propios sistemas. Llamadas y campos se describen en un documento OpenAPI generado a partir del código en marcha, así que no puede quedarse atrás; véalo en [/api/docs](/api/docs).',
      { sample: 'apiCall' },
      'Los importes son texto decimal con su moneda al lado. Las listas van paginadas, los fallos llevan un código y una frase, y una llamada limitada dice cuándo reintentar.',
    ],
  },
  {
    id: 'support',
    title: 'Soporte',
    body: [
      'Advanced y Premium incluyen soporte 24x7. En Basic y durante la prueba respondemos en horario laboral: Lun-Vie 9-18, Sáb 10-16, Dom cerrado.',
      {
        list: [
          'Seguimiento caído o redirecciones que fallan: una persona lo mira al momento, a cualquier hora y en cualquier plan.',
          'Cifras que no cuadran: envíe un id de clic o de transacción y lo rastreamos con usted.',
          'Dudas de uso: primero las guías de arriba, después el [formulario de contacto](/contact).',
        ],
      },
    ],
  },
  {
    id: 'training',
    title: 'Formación',
    body: [
      'Cuatro sesiones de una hora llevan a un equipo nuevo desde un espacio vacío hasta su primer pago. Se hacen en su propio espacio y con sus propias ofertas.',
      {
        list: [
          'Sesión 1: ofertas, objetivos, pagos y el primer enlace de seguimiento.',
          'Sesión 2: postbacks, pruebas y lectura de los registros.',
          'Sesión 3: publishers, aprobaciones, límites y segmentación.',
          'Sesión 4: revisión de fraude, cierre de mes y pagos.',
        ],
      },
      'Resérvelas en la [página de contacto](/contact); díganos su zona horaria y cuántas personas asistirán.',
    ],
  },
  {
    id: 'security',
    title: 'Seguridad',
    body: [
      'Los espacios están separados por la propia base de datos, no solo por el código que la precede: una consulta que olvida su cliente no devuelve nada. Las contraseñas se guardan con argon2id, las sesiones inactivas terminan y el inicio de sesión se ralentiza ante un ataque.',
      'Los roles deciden quién ve y cambia qué. Cuando un gestor entra como publisher, la sesión es corta, queda registrada y no puede tocar los datos de pago.',
      'Las llamadas salientes nunca alcanzan direcciones privadas, el texto subido se limpia al entrar y al salir, y las páginas no ejecutan más script que el nuestro.',
    ],
  },
];
