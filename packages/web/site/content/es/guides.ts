import type { Messages } from '../en/index.ts';

export const guides: Messages['guides'] = [
  {
    id: 'tracking-links',
    title: 'Enlaces de seguimiento',
    body: [
      'Un enlace de seguimiento nombra la oferta y el publisher, y lleva lo que el publisher quiera saber después. `camp_id` es el número de la oferta y `publisher_id` el del publisher, tal como los muestra la consola.',
      { sample: 'trackingLink' },
      'Quince valores, de `p1` a `p15`, pertenecen al publisher. Por costumbre `p1` lleva su propio id de clic, para que un postback pueda devolverlo. `source` nombra el emplazamiento y es lo que se bloquea cuando uno empeora.',
      'Un enlace guardado tiene forma corta. Lleva al mismo registro y puede cambiar de destino sin tocar la página donde se publicó.',
      { sample: 'shortLink' },
      'Superados todos los controles, se rellenan las macros de la página de destino y se redirige al visitante. Un valor no enviado queda vacío; una macro nunca se transmite tal cual.',
      { sample: 'landingPage' },
    ],
  },
  {
    id: 'postbacks',
    title: 'Postbacks',
    body: [
      'Un postback es el servidor del anunciante diciendo al nuestro que ha ocurrido algo de valor. Necesita el `click_id` que pusimos en la página de destino y debería llevar un `txn_id`: el número de pedido o lead por el que se reconocen los duplicados.',
      { sample: 'postback' },
      'La misma transacción para la misma oferta y objetivo cuenta una vez, se envíe dos veces o doscientas. Sin `txn_id` se acepta una conversión por clic y objetivo.',
      'El id de clic lleva una firma, así que uno inventado se rechaza en la puerta. Además puede exigir un token, una lista de direcciones remitentes, o ambas cosas, por anunciante.',
      'Si el anunciante no puede llamar a un servidor, coloque el píxel en la página de confirmación. Depende del navegador del visitante y perderá algunas; úselo cuando no haya otra vía.',
      { sample: 'pixel' },
    ],
  },
  {
    id: 'macros',
    title: 'Macros y parámetros',
    body: [
      'Una macro es un nombre entre llaves que se sustituye por su valor, tanto en páginas de destino como en postbacks salientes. Los valores se codifican para su uso en una dirección salvo que los pida sin codificar.',
      { sample: 'macros' },
      {
        list: [
          'De `p1` a `p15`: los pone el publisher en el clic.',
          'De `sub1` a `sub15`: los pone el anunciante en el postback. Otros sistemas usan `sub` para el publisher: compruébelo antes de copiar un enlace.',
          '`:md5`, `:sha1`, `:sha256`, `:upper` y `:lower` transforman un valor; `|` da un valor por defecto cuando está vacío.',
          '`{payout}` es para publishers. `{revenue}` nunca se les envía.',
        ],
      },
      'La consola marca las macros desconocidas al guardar una oferta, que es cuando una letra olvidada cuesta un minuto y no dos días de conversiones.',
    ],
  },
  {
    id: 'caps',
    title: 'Límites',
    body: [
      'Un límite acota clics, conversiones, pagos o ingresos por día, semana, mes o en total, para una oferta, un publisher, o un publisher en una oferta. Manda el que se alcance primero.',
      'Los días empiezan a medianoche en su zona horaria. Al alcanzar un límite, los clics siguientes se registran como sobre el límite y van a la alternativa elegida: otra oferta, una página o la alternativa global.',
      {
        list: [
          'Limite las conversiones cuando lo que le frena es el presupuesto del anunciante.',
          'Limite los clics para probar a un publisher nuevo con poco en juego.',
          'Una conversión que llega tarde sigue perteneciendo a su clic, y a la oferta y el publisher que la ganaron.',
        ],
      },
    ],
  },
  {
    id: 'fraud',
    title: 'Fraude',
    body: [
      'Es más fácil discutir el fraude cuando cada decisión tiene nombre. Un clic se acepta o se rechaza según una lista de controles en orden fijo: bots conocidos y vistas previas, direcciones bloqueadas, horario, segmentación, límites, repeticiones.',
      {
        list: [
          'La inundación de clics se ve en miles de clics por conversión y en una cola plana de tiempos de conversión.',
          'La inyección de clics se ve en conversiones a los pocos segundos. Fije un tiempo mínimo de clic a conversión en la oferta.',
          'El cookie stuffing se ve en clics desde imágenes y marcos. Se marcan y no se facturan.',
          'Los postbacks falsificados fallan en la firma, el token o la dirección del remitente.',
        ],
      },
      'Marcar no es rechazar. Una conversión sospechosa se retiene con sus pruebas hasta que alguien decide, y el publisher ve el motivo en ambos casos.',
    ],
  },
];
