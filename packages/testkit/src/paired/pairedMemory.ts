import type { PairedChain } from './PairedWallet.ts'

/** What a paired wallet keeps beside its sessions: the network in use in each (by topic), and networks that apps added. */
export type PairedMemory = { networks: Readonly<Record<string, string>>; added: readonly PairedChain[] }

/** Where the owner's account and policy are kept, and where the rest is. */
export const pairedMemoryKeys = { owner: '@latchkey-testkit/paired', networks: '@latchkey-testkit/paired/networks' }

/** Reads what was kept; anything unreadable counts as nothing. */
export function readPairedMemory(text: string | null | undefined): PairedMemory {
  const nothing: PairedMemory = { networks: {}, added: [] }
  try {
    const value: unknown = JSON.parse(text ?? 'null')
    return typeof value === 'object' && value !== null ? { ...nothing, ...value } : nothing
  } catch {
    return nothing
  }
}
