'use client'

import type { Language } from '../Language.ts'

/** Japanese. */
export const ja: Language = {
  locale: 'ja',
  buttons: {
    'button.connect': 'ウォレットを接続',
    'button.connecting': '接続中…',
    'button.reconnecting': '再接続中…',
    'button.loadFailed': '読み込めません。もう一度試す',
    'button.unsupported': '対応していないネットワーク',
    'button.account': 'アカウント {address}',
    'button.unprotected': 'アカウント {address}：このデバイスでしかウォレットを開けません',
    'button.network': 'ネットワーク: {network}',
  },
  load: async () => (await import('../data/ja.ts')).messages,
}
