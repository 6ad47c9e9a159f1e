'use client'

import type { Language } from '../Language.ts'

/** Arabic, a right-to-left language. */
export const ar: Language = {
  locale: 'ar',
  buttons: {
    'button.connect': 'ربط محفظة',
    'button.connecting': 'جارٍ الربط…',
    'button.reconnecting': 'جارٍ إعادة الربط…',
    'button.loadFailed': 'تعذّر التحميل. حاول مرة أخرى',
    'button.unsupported': 'شبكة غير مدعومة',
    'button.account': 'الحساب \u2068{address}\u2069',
    'button.unprotected': 'الحساب \u2068{address}\u2069: هذا الجهاز وحده يفتح المحفظة',
    'button.network': 'الشبكة: \u2068{network}\u2069',
  },
  load: async () => (await import('../data/ar.ts')).messages,
}
