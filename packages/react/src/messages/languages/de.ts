'use client'

import type { Language } from '../Language.ts'

/** German. */
export const de: Language = {
  locale: 'de',
  buttons: {
    'button.connect': 'Wallet verbinden',
    'button.connecting': 'Wird verbunden…',
    'button.reconnecting': 'Wird neu verbunden…',
    'button.loadFailed': 'Nicht geladen. Erneut versuchen',
    'button.unsupported': 'Netzwerk nicht unterstützt',
    'button.account': 'Konto {address}',
    'button.unprotected': 'Konto {address}: Nur dieses Gerät kann die Wallet öffnen',
    'button.network': 'Netzwerk: {network}',
  },
  load: async () => (await import('../data/de.ts')).messages,
}
