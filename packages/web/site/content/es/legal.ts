import type { Messages } from '../en/index.ts';

export const legal: Messages['legal'] = [
  {
    id: 'privacy',
    title: 'Privacidad',
    body: [
      'En este sitio guardamos lo que escribe en los formularios de contacto y registro, para responderle y preparar su espacio. No lo vendemos, y en estas páginas no se ejecuta ningún script de terceros.',
      'De un clic rastreado tratamos la dirección, el dispositivo, la ubicación aproximada y los parámetros del enlace, por cuenta del espacio al que pertenece el enlace. El espacio decide para qué se usa; nosotros seguimos sus instrucciones.',
      {
        list: [
          'Los clics en bruto se guardan 90 días por defecto; los totales, 25 meses.',
          'Los asientos del libro contable se guardan diez años, como exigen las normas contables.',
          'Puede pedir una copia de sus datos, su corrección o su borrado en la [página de contacto](/contact).',
        ],
      },
    ],
  },
  {
    id: 'terms',
    title: 'Condiciones',
    body: [
      'La prueba dura 14 días, no cuesta nada y no pide tarjeta de crédito. Un plan se renueva de mes en mes y puede cancelarse en cualquier momento con efecto al final del mes pagado.',
      {
        list: [
          'Solo puede usar el servicio para campañas lícitas. El malware, las páginas engañosas y el correo no solicitado cierran la cuenta.',
          'Sus datos son suyos y puede exportarlos cuando quiera.',
          'Al terminar una prueba o un plan, la consola pasa a solo lectura, los enlaces siguen funcionando 14 días y nada se borra sin aviso.',
        ],
      },
    ],
  },
  {
    id: 'cookies',
    title: 'Cookies',
    body: [
      'Este sitio usa una sola cookie, `lang`, cuando elige un idioma. Su preferencia de claro u oscuro y un aviso descartado se guardan en su navegador y no se nos envían.',
      'Un espacio crea una cookie cuando entra un gestor de cuenta. Aquí no hay cookies de publicidad ni de analítica, así que no hay aviso que cerrar.',
    ],
  },
];
