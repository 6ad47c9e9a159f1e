import type { WalletSession } from '../platform/http/WalletSession.ts'

/** Caller of a change: the login, and the language of emails about the change (BCP 47). */
export type WalletCaller = WalletSession & { language: string }
