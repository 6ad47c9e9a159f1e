/**
 * Responsible party of an error. `caller`: a revert or a bad parameter, the same on every node. `node`: this node cannot answer, but
 * another may. `behind`: this node has not reached the block, but another may, and this one will. `limit`: this node refuses the size of
 * the request, but another may not.
 */
export type RpcErrorKind = 'caller' | 'node' | 'behind' | 'limit'

const behindWords = /block ?out ?of ?range|block height is \d+ but requested was|beyond (the )?(current |chain )?head/i

const callerWords =
  /revert|insufficient funds|nonce too|already known|underpriced|gas required exceeds|out of gas|intrinsic gas|max fee per gas|invalid (argument|param|opcode|sender|signature|jump)|more than \d+ (results|logs|blocks)|block range|range (is )?too|too (many|large).*(results|range|blocks|logs)|exceeds? .*(range|results|block)/i
const limitWords = /rate.?limit|too many requests|quota|capacity|throttl|daily request|compute units/i
const nodeWords =
  /header not found|(unknown|missing|not found).*block|block.*(not found|not available|unavailable|unknown)|missing trie node|state .*(not available|unavailable|pruned)|historical state|not synced|syncing|timeout|timed out|no (available )?(backend|upstream)|temporarily|try again/i

/**
 * Classifies a JSON-RPC error. The text takes precedence over the code, because nodes use -32000, -32005 and -32603 for almost everything.
 *
 * @example classifyRpcError({ code: 3, message: 'execution reverted' }) // 'caller'
 */
export function classifyRpcError({ code, message }: { code: number; message: string }): RpcErrorKind {
  // Before the caller's patterns, which partly match as well: a missing block is not a range that is too long.
  if (behindWords.test(message)) return 'behind'
  if (callerWords.test(message)) return 'caller'
  if (limitWords.test(message) || code === 429) return 'limit'
  if (nodeWords.test(message)) return 'node'
  // EIP-1474: limit exceeded.
  if (code === -32005) return 'limit'
  // Internal error, resource not found or unavailable, method not found or not supported: another node may differ.
  if (code === -32603 || code === -32001 || code === -32002 || code === -32601 || code === -32004) return 'node'
  return 'caller'
}
