'use client'

import type { Language } from '../Language.ts'

/** Korean. */
export const ko: Language = {
  locale: 'ko',
  buttons: {
    'button.connect': '지갑 연결',
    'button.connecting': '연결 중…',
    'button.reconnecting': '다시 연결 중…',
    'button.loadFailed': '불러오지 못했습니다. 다시 시도',
    'button.unsupported': '지원하지 않는 네트워크',
    'button.account': '계정 {address}',
    'button.unprotected': '계정 {address}: 이 기기에서만 지갑을 열 수 있습니다',
    'button.network': '네트워크: {network}',
  },
  load: async () => (await import('../data/ko.ts')).messages,
}
