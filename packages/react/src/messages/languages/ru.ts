'use client'

import type { Language } from '../Language.ts'

/** Russian. */
export const ru: Language = {
  locale: 'ru',
  buttons: {
    'button.connect': 'Подключить кошелёк',
    'button.connecting': 'Подключение…',
    'button.reconnecting': 'Переподключение…',
    'button.loadFailed': 'Не загрузилось. Повторить',
    'button.unsupported': 'Сеть не поддерживается',
    'button.account': 'Счёт {address}',
    'button.unprotected': 'Счёт {address}: кошелёк открывается только на этом устройстве',
    'button.network': 'Сеть: {network}',
  },
  load: async () => (await import('../data/ru.ts')).messages,
}
