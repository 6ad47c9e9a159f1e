import { decodeBase58 } from '@latchkey/protocol'
import { transactionId } from '@latchkey/solana'
import type { RpcErrorKind } from './classifyRpcError.ts'
import type { RpcFamily } from './RpcFamily.ts'
import type { RpcCall } from './RpcService.ts'

/**
 * Errors that another node may not give. Source: `rpc_custom_error` of Agave. All others, the refusal of a transaction by its simulation
 * (-32002) among them, would be the same everywhere.
 */
const kinds: Readonly<Record<number, RpcErrorKind>> = {
  /** The block was cleaned up here. */
  [-32001]: 'node',
  /** Block not available for slot: not there yet, or never was. */
  [-32004]: 'behind',
  /** Node is unhealthy, or behind by so many slots. */
  [-32005]: 'node',
  [-32008]: 'node',
  /** An account that is left out of this node's secondary indexes. */
  [-32010]: 'node',
  /** No history of transactions at this node. */
  [-32011]: 'node',
  /** A scan that this node gave up. */
  [-32012]: 'limit',
  [-32014]: 'behind',
  /** The slot that the caller wants at least is not reached. */
  [-32016]: 'behind',
  /** Long-term storage cannot be reached. */
  [-32019]: 'node',
  [-32601]: 'node',
  [-32603]: 'node',
}

const limitWords =
  /rate.?limit|too many requests|quota|capacity|throttl|daily request|compute units per second|credits/i
const nodeWords = /node is (behind|unhealthy)|timed? ?out|no (available )?(backend|upstream)|temporarily/i

/**
 * Sorts an error of a Solana node. By its code, which Solana's nodes mean; the words count where a provider in front of the node has
 * codes of its own.
 *
 * @example classifySolanaError({ code: -32005, message: 'Node is behind by 42 slots' }) // 'node'
 */
export function classifySolanaError({ code, message }: { code: number; message: string }): RpcErrorKind {
  // A program may write anything into the refusal of its simulation.
  if (code === -32002 || code === -32003) return 'caller'
  const kind = kinds[code]
  if (kind === 'limit' || code === 429 || code === -32429 || limitWords.test(message)) return 'limit'
  return kind ?? (nodeWords.test(message) ? 'node' : 'caller')
}

/** Of methods that the gateway lets through, those that do something; subscriptions do not come this way. */
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
      // One that is through long since has a blockhash that its node forgot: bytes that are sent again are not refused for that.
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
    // The node says what is wrong with it.
    return undefined
  }
}
