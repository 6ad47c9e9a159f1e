'use client'

import type { Language } from '../Language.ts'

/** Simplified Chinese. */
export const zhCN: Language = {
  locale: 'zh-CN',
  buttons: {
    'button.connect': '连接钱包',
    'button.connecting': '正在连接…',
    'button.reconnecting': '正在重新连接…',
    'button.loadFailed': '加载失败，请重试',
    'button.unsupported': '不支持的网络',
    'button.account': '账户 {address}',
    'button.unprotected': '账户 {address}：只有此设备能打开钱包',
    'button.network': '网络：{network}',
  },
  load: async () => (await import('../data/zh-CN.ts')).messages,
}
