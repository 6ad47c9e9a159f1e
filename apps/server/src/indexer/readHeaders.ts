import type { RpcHeader } from '../chains/rpcTypes.ts'
import type { ChainScope } from './ChainScope.ts'
import { ChainMoved } from './fetchRange.ts'

/**
 * Reads headers in one request, without any cache, to detect replaced blocks.
 *
 * @returns a header for each number; null if the chain has no such block
 * @throws LatchkeyError `upstream_unavailable`; ChainMoved if the node refuses
 */
export async function readHeaders(
  { rpc, chainId, signal }: Pick<ChainScope, 'rpc' | 'chainId' | 'signal'>,
  blocks: readonly (number | 'latest')[],
): Promise<(RpcHeader | null)[]> {
  const outcomes = await rpc.batch({
    chainId,
    signal,
    calls: blocks.map((block) => ({
      method: 'eth_getBlockByNumber',
      params: [block === 'latest' ? block : `0x${block.toString(16)}`, false],
    })),
  })
  return outcomes.map((outcome) => {
    if ('result' in outcome) return outcome.result as RpcHeader | null
    // Some nodes refuse a block above their head instead of returning null.
    if (/not found|out of ?range|unknown block|beyond|higher than|greater than/i.test(outcome.error.message))
      return null
    throw new ChainMoved(`The node refused a block: ${outcome.error.message}`)
  })
}
