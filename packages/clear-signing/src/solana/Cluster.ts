import type { ChainReader } from '../Description.ts'
import { isRecord } from '../request/isRecord.ts'

/** An account on the cluster. */
export type ClusterAccount = { owner: string; lamports: bigint; data: Uint8Array; isExecutable: boolean }

/** State after a simulated transaction. `accounts`: in the requested order; null for none. */
export type ClusterSimulation = {
  /** Null: it succeeded. */
  reason: string | null
  accounts: readonly (ClusterAccount | null)[] | null
}

/** The cluster for one description. Unavailable data is undefined, never an error. */
export type Cluster = {
  /** Null for an account that does not exist. Each is requested once. */
  accounts: (addresses: readonly string[]) => Promise<ReadonlyMap<string, ClusterAccount | null> | undefined>
  simulate: (options: {
    wire: string
    addresses: readonly string[]
    replacesBlockhash: boolean
  }) => Promise<ClusterSimulation | undefined>
  isBlockhashValid: (blockhash: string) => Promise<boolean | undefined>
}

/** Maximum accounts in one request. Source: Solana's JSON-RPC, `getMultipleAccounts`. */
const mostAccounts = 100

/** Creates the cluster of one description. */
export function createCluster({ ask }: { ask: ChainReader }): Cluster {
  const known = new Map<string, ClusterAccount | null>()
  const call = async (method: string, params: readonly unknown[]) => {
    try {
      return readValue(await ask({ method, params }))
    } catch {
      return undefined
    }
  }
  return {
    accounts: async (addresses) => {
      const missing = [...new Set(addresses)].filter((address) => !known.has(address))
      for (let start = 0; start < missing.length; start += mostAccounts) {
        const asked = missing.slice(start, start + mostAccounts)
        const answer = await call('getMultipleAccounts', [asked, { encoding: 'base64', commitment: 'confirmed' }])
        if (!Array.isArray(answer) || answer.length !== asked.length) return undefined
        for (const [index, address] of asked.entries()) {
          const account = readAccount(answer[index])
          if (account === undefined) return undefined
          known.set(address, account)
        }
      }
      return known
    },
    simulate: async ({ wire, addresses, replacesBlockhash }) => {
      const options = {
        ...{ encoding: 'base64', sigVerify: false, commitment: 'confirmed' },
        replaceRecentBlockhash: replacesBlockhash,
        accounts: { encoding: 'base64', addresses },
      }
      return readSimulation(await call('simulateTransaction', [wire, options]), addresses.length)
    },
    isBlockhashValid: async (blockhash) => {
      // Uses the newest state, because the app's node may be ahead of this one.
      const answer = await call('isBlockhashValid', [blockhash, { commitment: 'processed' }])
      return typeof answer === 'boolean' ? answer : undefined
    },
  }
}

function readValue(answer: unknown): unknown {
  return isRecord(answer) ? answer.value : undefined
}

function readSimulation(value: unknown, count: number): ClusterSimulation | undefined {
  if (!isRecord(value) || value.err === undefined) return undefined
  if (value.err !== null) return { reason: readReason(value), accounts: null }
  const accounts = Array.isArray(value.accounts) ? value.accounts.map(readAccount) : []
  const isWhole = accounts.length === count && accounts.every((account) => account !== undefined)
  return { reason: null, accounts: isWhole ? (accounts as (ClusterAccount | null)[]) : null }
}

/** Returns the reason of a failure: the program's last error log, else the cluster's error. */
function readReason({ err, logs }: Record<string, unknown>): string {
  const lines = Array.isArray(logs) ? logs.filter((line): line is string => typeof line === 'string') : []
  const said = lines.findLast((line) => /^Program log: (Error|AnchorError)|insufficient|failed: /.test(line))
  const reason = said?.replace(/^Program log: /, '') ?? (typeof err === 'string' ? err : (JSON.stringify(err) ?? ''))
  return reason.slice(0, 200)
}

function readAccount(value: unknown): ClusterAccount | null | undefined {
  if (value === null) return null
  if (!isRecord(value)) return undefined
  const { owner, lamports, data, executable } = value
  const isNumber = typeof lamports === 'number' || typeof lamports === 'bigint'
  if (typeof owner !== 'string' || !isNumber || lamports < 0 || !Array.isArray(data) || typeof data[0] !== 'string')
    return undefined
  try {
    const bytes = Uint8Array.from(atob(data[0]), (character) => character.charCodeAt(0))
    return { owner, lamports: BigInt(lamports), data: bytes, isExecutable: executable === true }
  } catch {
    return undefined
  }
}
