import { decodeBase58 } from '@latchkey/protocol'
import { transactionId } from '@latchkey/solana'
import type { RpcErrorKind } from './classifyRpcError.ts'
import type { RpcFamily } from './RpcFamily.ts'
import type { RpcCall } from './RpcService.ts'

/**
 * Errors that another node may not return. Source: `rpc_custom_error` of Agave. All others, including a rejection by the simulation
 * (-32002), are the same on every node.
 */
const kinds: Readonly<Record<number, RpcErrorKind>> = {
  /** The node has deleted the block. */
  [-32001]: 'node',
  /** Block not available for slot: not yet, or never. */
  [-32004]: 'behind',
  /** Node is unhealthy, or behind by a number of slots. */
  [-32005]: 'node',
  [-32008]: 'node',
  /** An account that this node's secondary indexes exclude. */
  [-32010]: 'node',
  /** This node has no transaction history. */
  [-32011]: 'node',
  /** This node gave up a scan. */
  [-32012]: 'limit',
  [-32014]: 'behind',
  /** The caller's minimum slot is not reached. */
  [-32016]: 'behind',
  /** Long-term storage is unreachable. */
  [-32019]: 'node',
  [-32601]: 'node',
  [-32603]: 'node',
}

const limitWords =
  /rate.?limit|too many requests|quota|capacity|throttl|daily request|compute units per second|credits/i
const nodeWords = /node is (behind|unhealthy)|timed? ?out|no (available )?(backend|upstream)|temporarily/i

/**
 * Classifies an error of a Solana node by its code, which Solana's nodes use consistently. The text counts if a provider in front of the
 * node uses its own codes.
 *
 * @example classifySolanaError({ code: -32005, message: 'Node is behind by 42 slots' }) // 'node'
 */
export function classifySolanaError({ code, message }: { code: number; message: string }): RpcErrorKind {
  // A program can write any text into the error of its simulation.
  if (code === -32002 || code === -32003) return 'caller'
  const kind = kinds[code]
  if (kind === 'limit' || code === 429 || code === -32429 || limitWords.test(message)) return 'limit'
  return kind ?? (nodeWords.test(message) ? 'node' : 'caller')
}

/** Forwarded methods that change state. Subscriptions are handled elsewhere. */
const writes = new Set(['sendTransaction', 'requestAirdrop'])

/** The JSON-RPC of Solana. */
export const solanaFamily: RpcFamily = {
  classify: classifySolanaError,
  isRead: (method) => !writes.has(method),
  readTransaction: (call) => {
    const id = call.method === 'sendTransaction' ? idOf(call) : undefined
    if (id === undefined) return undefined
    return {
      id,
      // An old transaction has a blockhash that the node has forgotten. This error alone must not fail a repeated submission.
      mayBeThere: ({ message, data }) =>
        /already been processed|already processed|blockhash not found/i.test(message) ||
        /AlreadyProcessed|BlockhashNotFound/.test(JSON.stringify(data) ?? ''),
      lookUp: { method: 'getSignatureStatuses', params: [[id], { searchTransactionHistory: true }] },
      isThere: (result) => {
        const value = typeof result === 'object' && result !== null && 'value' in result ? result.value : undefined
        return Array.isArray(value) && value[0] !== null && value[0] !== undefined
      },
    }
  },
  isExact: true,
  hidesBehind: false,
}

function idOf({ params = [] }: RpcCall): string | undefined {
  const [text, options] = params
  if (typeof text !== 'string' || text.length > 4_000) return undefined
  const isBase64 =
    typeof options === 'object' && options !== null && 'encoding' in options && options.encoding === 'base64'
  const bytes = isBase64 ? new Uint8Array(Buffer.from(text, 'base64')) : decodeBase58(text)
  try {
    return bytes && transactionId(bytes)
  } catch {
    // The node reports the problem.
    return undefined
  }
}
