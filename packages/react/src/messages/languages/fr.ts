'use client'

import type { Language } from '../Language.ts'

/** French. */
export const fr: Language = {
  locale: 'fr',
  buttons: {
    'button.connect': 'Connecter un wallet',
    'button.connecting': 'Connexion…',
    'button.reconnecting': 'Reconnexion…',
    'button.loadFailed': 'Échec du chargement. Réessayer',
    'button.unsupported': 'Réseau non pris en charge',
    'button.account': 'Compte {address}',
    'button.unprotected': 'Compte {address} : seul cet appareil peut ouvrir le wallet',
    'button.network': 'Réseau : {network}',
  },
  load: async () => (await import('../data/fr.ts')).messages,
}
