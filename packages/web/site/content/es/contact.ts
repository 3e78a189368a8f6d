import type { Messages } from '../en/index.ts';

export const contact: Messages['contact'] = {
  title: 'Contacto: %BRAND%',
  description: 'Escríbanos, llámenos o visítenos: dirección, teléfono, correo y horario.',
  heading: 'Hable con una persona que conoce el producto',
  lead: 'Ventas, soporte o una migración que le genera dudas. Respondemos en un día laborable.',
  form: {
    heading: 'Envíenos un mensaje',
    name: 'Nombre',
    email: 'Correo electrónico',
    company: 'Empresa',
    message: 'Mensaje',
    optional: 'opcional',
    submit: 'Enviar mensaje',
    submitting: 'Enviando...',
    thanks: '¡Gracias por su mensaje! Nos pondremos en contacto pronto.',
    failed: 'No se pudo enviar su mensaje. Inténtelo de nuevo o escríbanos por correo.',
    faults: {
      name: 'El nombre es obligatorio',
      email: 'El correo electrónico es obligatorio',
      emailShape: 'Introduzca un correo electrónico válido',
      message: 'El mensaje es obligatorio',
      tooLong: 'Este texto es demasiado largo',
    },
  },
  details: {
    heading: 'Dónde encontrarnos',
    office: 'Oficina',
    phone: 'Teléfono',
    email: 'Correo electrónico',
    hours: 'Horario',
    social: 'Síganos',
    week: [
      { days: 'Lun-Vie', hours: '9-18' },
      { days: 'Sáb', hours: '10-16' },
      { days: 'Dom', hours: 'cerrado' },
    ],
  },
  faq: {
    heading: 'Antes de escribir',
    items: [
      {
        question: '¿Cuánto tardan en responder?',
        answer:
          'Un día laborable para los mensajes de esta página. Los clientes de Advanced y Premium tienen soporte a cualquier hora.',
      },
      {
        question: '¿Pueden migrarnos desde otro tracker?',
        answer:
          'Sí. Traemos ofertas, publishers y nombres de parámetros, y mantenemos ambos sistemas en paralelo hasta que las cifras coinciden.',
      },
      {
        question: '¿Ofrecen una demostración?',
        answer:
          'La prueba gratis es el producto completo durante 14 días. Si prefiere que se lo enseñemos, dígalo en su mensaje y concertaremos una llamada.',
      },
      {
        question: '¿Dónde aviso de un problema de seguridad?',
        answer:
          'Escriba al correo de esta página con la palabra seguridad en el asunto. Llega directamente a los ingenieros.',
      },
    ],
  },
};
