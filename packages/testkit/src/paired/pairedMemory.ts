import type { PairedChain } from './PairedWallet.ts'

/**
 * What a paired wallet keeps beside its sessions: the network in use in each (by topic, and by topic, a slash and a family), and
 * networks that apps added.
 */
export type PairedMemory = { networks: Readonly<Record<string, string>>; added: readonly PairedChain[] }

/** Where the owner's account and policy are kept, and where the rest is. */
export const pairedMemoryKeys = {
  owner: '@latchkey-testkit/paired',
  networks: '@latchkey-testkit/paired/networks',
  begun: '@latchkey-testkit/paired/begun',
}

/** So many are remembered: more do not wait for an answer at once. */
const mostBegun = 100

/** Requests that were agreed to and begun, by id: also by a page that is gone, or by another tab. */
export type BegunRequests = { has: (id: number) => boolean; add: (id: number) => void }

/** Remembers what was begun, so that a wallet that ended in the middle does not do it once more. */
export function createBegunRequests(storage: Pick<Storage, 'getItem' | 'setItem'> | undefined): BegunRequests {
  let memory: readonly number[] = []
  const read = (): readonly number[] => {
    try {
      const value: unknown = JSON.parse(storage?.getItem(pairedMemoryKeys.begun) ?? 'null')
      return Array.isArray(value) ? [...memory, ...value] : memory
    } catch {
      return memory
    }
  }
  return {
    has: (id) => read().includes(id),
    add: (id) => {
      memory = [...new Set([...read(), id])].slice(-mostBegun)
      storage?.setItem(pairedMemoryKeys.begun, JSON.stringify(memory))
    },
  }
}

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
