import type { WalletSession } from '../platform/http/WalletSession.ts'

/** Who changes something: the session, and the language that mail about it is written in (BCP 47). */
export type WalletCaller = WalletSession & { language: string }
