import type { WalletPolicy } from './Owner.ts'

/** What a wallet keeps over a reload. */
export type WalletMemory = { permitted: boolean; account: number; chain: number; policy: WalletPolicy; locked: boolean }

/** The names of what a wallet keeps; a wallet without networks keeps none. */
export const memoryKeys: (keyof WalletMemory)[] = ['permitted', 'account', 'chain', 'policy', 'locked']

/** Reads what the wallet kept; anything unreadable counts as nothing. */
export function readWalletMemory(text: string | null): Partial<WalletMemory> {
  if (text === null) return {}
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    return {}
  }
}
