'use client'

import type { Language } from '../Language.ts'

/** Spanish. */
export const es: Language = {
  locale: 'es',
  buttons: {
    'button.connect': 'Conectar wallet',
    'button.connecting': 'Conectando…',
    'button.reconnecting': 'Reconectando…',
    'button.loadFailed': 'No se pudo cargar. Reintentar',
    'button.unsupported': 'Red no compatible',
    'button.account': 'Cuenta {address}',
    'button.unprotected': 'Cuenta {address}: solo este dispositivo puede abrir la wallet',
    'button.network': 'Red: {network}',
  },
  load: async () => (await import('../data/es.ts')).messages,
}
