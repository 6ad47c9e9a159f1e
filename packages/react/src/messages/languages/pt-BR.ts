'use client'

import type { Language } from '../Language.ts'

/** Brazilian Portuguese. */
export const ptBR: Language = {
  locale: 'pt-BR',
  buttons: {
    'button.connect': 'Conectar carteira',
    'button.connecting': 'Conectando…',
    'button.reconnecting': 'Reconectando…',
    'button.loadFailed': 'Não carregou. Tentar de novo',
    'button.unsupported': 'Rede não suportada',
    'button.account': 'Conta {address}',
    'button.unprotected': 'Conta {address}: só este dispositivo pode abrir a carteira',
    'button.network': 'Rede: {network}',
  },
  load: async () => (await import('../data/pt-BR.ts')).messages,
}
