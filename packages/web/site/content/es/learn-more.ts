import type { Messages } from '../en/index.ts';

export const learnMore: Messages['learnMore'] = {
  title: 'Novedades: %BRAND%',
  description:
    'Un clic se escribe en disco antes de redirigir al visitante. Cómo un clic se convierte en informe, conversión y pago.',
  heading: 'El clic está en disco antes de la redirección',
  lead: 'La mayoría de los trackers responden primero y escriben después. Si la máquina se detiene entre medias, el clic se pierde y la conversión no tiene a quién pertenecer. El nuestro escribe primero.',
  diagram: 'Clics, postbacks y pagos confluyen en un libro contable',
  streams: ['Clics', 'Postbacks', 'Pagos'],
  ledger: 'Libro',
  sections: [
    {
      id: 'durable',
      title: 'Escribir y después redirigir',
      body: [
        'Cada clic se convierte en un registro de un diario local. Los que llegan en los mismos milisegundos se fuerzan a disco juntos, y solo entonces reciben los visitantes su redirección. La espera es demasiado corta para notarla.',
        'El tracker no necesita base de datos para ello. Tiene ofertas, límites y segmentación en memoria, arranca desde su última instantánea y sigue redirigiendo mientras la base de datos se reinicia, se actualiza o está caída.',
      ],
    },
    {
      id: 'exactly-once',
      title: 'Contado exactamente una vez',
      body: [
        'El diario se envía en orden al servidor. Filas en bruto, totales de informes y posición del diario se guardan en una sola transacción, así que una caída a mitad no repite ni salta nada.',
        'Los informes leen esos totales. Son exactos, tienen segundos de antigüedad, y el registro detrás de cada cifra está a un clic.',
      ],
    },
    {
      id: 'verdicts',
      title: 'Un motivo para cada rechazo',
      body: [
        'Un clic rechazado se guarda con el nombre del control que lo rechazó y se envía a su alternativa. Nunca acaba en una página en blanco ni desaparece del recuento.',
        'Los publishers ven el mismo motivo en su portal: es la conversación de soporte más corta que existe.',
      ],
    },
    {
      id: 'payouts',
      title: 'Dinero que cuadra',
      body: [
        'Cuando se acepta una conversión, su estado, sus asientos y el aviso al sistema del publisher son una sola transacción: ocurrió todo o no ocurrió nada.',
        'Los importes son millonésimas enteras de la moneda. Rechazar una conversión revierte los asientos con un motivo; nada se edita después. Facturas y pagos salen de los mismos asientos.',
      ],
    },
  ],
  next: {
    heading: 'Por dónde seguir',
    guides: 'Leer las guías',
    features: 'Ver todas las funciones',
    trial: 'Pedir prueba gratis',
  },
};
