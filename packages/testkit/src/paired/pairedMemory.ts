import type { PairedChain } from './PairedWallet.ts'

/**
 * The state that a paired wallet stores in addition to its sessions: the networks that apps have added, and the current network of each
 * session. The keys are the topic, and the topic, a slash and a family.
 */
export type PairedMemory = { networks: Readonly<Record<string, string>>; added: readonly PairedChain[] }

/** Storage keys for the owner's account and policy, and for the rest. */
export const pairedMemoryKeys = {
  owner: '@latchkey-testkit/paired',
  networks: '@latchkey-testkit/paired/networks',
  begun: '@latchkey-testkit/paired/begun',
}

/** The maximum number of remembered requests; no more wait for an answer at the same time. */
const mostBegun = 100

/** Approved requests whose action has begun, by ID. They include those from a page that is gone or from another tab. */
export type BegunRequests = { has: (id: number) => boolean; add: (id: number) => void }

/** Remembers requests whose action has begun, so that a wallet that ended in the middle does not repeat it. */
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

/** Reads the stored state. Unreadable text counts as empty. */
export function readPairedMemory(text: string | null | undefined): PairedMemory {
  const nothing: PairedMemory = { networks: {}, added: [] }
  try {
    const value: unknown = JSON.parse(text ?? 'null')
    return typeof value === 'object' && value !== null ? { ...nothing, ...value } : nothing
  } catch {
    return nothing
  }
}
