import type { WalletPolicy } from './Owner.ts'

/** The state that a wallet keeps across a reload. */
export type WalletMemory = { permitted: boolean; account: number; chain: number; policy: WalletPolicy; locked: boolean }

/** The keys of {@link WalletMemory}. A wallet without networks stores no network. */
export const memoryKeys: (keyof WalletMemory)[] = ['permitted', 'account', 'chain', 'policy', 'locked']

/** Reads the wallet's stored state. Unreadable text counts as empty. */
export function readWalletMemory(text: string | null): Partial<WalletMemory> {
  if (text === null) return {}
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    return {}
  }
}
