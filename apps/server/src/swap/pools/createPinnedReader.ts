import type { ChainId, EvmAddress } from '@latchkey/protocol'
import type { ContractAnswer } from '../../chains/createContractReader.ts'
import { decodeAggregate3, encodeAggregate3 } from '../../chains/multicall3.ts'
import type { Hex, RpcHeader } from '../../chains/rpcTypes.ts'
import { split } from '../../platform/split.ts'
import type { RpcCall, RpcOutcome, RpcService } from '../../rpc/RpcService.ts'
import type { PoolCall } from './LiquiditySource.ts'

/** Block of all reads. */
export type PinnedBlock = { number: number; hash: Hex }

/** The node does not have the block, or no longer has it. All values that were read from it are invalid. */
export class BlockMoved extends Error {}

/** Reads contracts at one block, or fails. */
export type PinnedReader = {
  /**
   * @param options.calls further calls, in the same request as the first reads
   * @throws BlockMoved if the block is no longer in the chain, or its state is pruned
   * @throws LatchkeyError `upstream_unavailable`
   */
  read: (options: {
    block: PinnedBlock
    reads: readonly PoolCall[]
    calls?: readonly RpcCall[]
  }) => Promise<{ answers: ContractAnswer[]; outcomes: readonly RpcOutcome[] }>
}

/** Reads in one `eth_call`. Nodes limit the gas of a call, and the read of a tick takes about 15,000. */
const perCall = 300
/** Calls in one HTTP request. */
const perRequest = { together: 10, single: 100 }
/** Concurrent requests. */
const atOnce = 4

/**
 * Creates the reader. Each request also reads the block's hash, because a block that is replaced between two requests keeps
 * its number. Without Multicall3, every read is a separate call.
 */
export function createPinnedReader({
  rpc,
  chainId,
  multicall3,
}: {
  rpc: RpcService
  chainId: ChainId
  multicall3: EvmAddress
}): PinnedReader {
  // Only a positive result is cached: a missing contract may be deployed later.
  let deployed = false

  const isDeployed = async (): Promise<boolean> => {
    if (deployed) return true
    const [code] = await rpc.batch({ chainId, calls: [{ method: 'eth_getCode', params: [multicall3, 'latest'] }] })
    deployed = code !== undefined && 'result' in code && typeof code.result === 'string' && code.result.length > 2
    return deployed
  }

  /** Sends one request. The last answer proves the block. */
  const ask = async (block: PinnedBlock, calls: readonly RpcCall[]): Promise<readonly RpcOutcome[]> => {
    const proof: RpcCall = { method: 'eth_getBlockByNumber', params: [toTag(block), false] }
    const outcomes = await rpc.batch({ chainId, calls: [...calls, proof] })
    const last = outcomes.at(-1)
    const header = last && 'result' in last ? (last.result as RpcHeader | null) : null
    if (header?.hash !== block.hash) throw new BlockMoved(`Block ${block.number} is not the one it was`)
    return outcomes.slice(0, -1)
  }

  return {
    read: async ({ block, reads, calls = [] }) => {
      const together = reads.length > 1 && (await isDeployed())
      const chunks = split(reads, together ? perCall : 1)
      const readCalls = chunks.map((chunk) => toCall(chunk, block, together ? multicall3 : undefined))
      const size = together ? perRequest.together : perRequest.single
      const requests = split([...calls, ...readCalls], size)
      const outcomes: RpcOutcome[] = []
      for (const group of split(requests.length > 0 ? requests : [[]], atOnce)) {
        outcomes.push(...(await Promise.all(group.map((request) => ask(block, request)))).flat())
      }
      const answers = chunks.flatMap((chunk, index) => toAnswers(chunk, outcomes[calls.length + index], together))
      return { answers, outcomes: outcomes.slice(0, calls.length) }
    },
  }
}

function toCall(chunk: readonly PoolCall[], block: PinnedBlock, multicall3: EvmAddress | undefined): RpcCall {
  const call = multicall3 === undefined ? chunk[0] : { target: multicall3, data: encodeAggregate3(chunk) }
  return { method: 'eth_call', params: [{ to: call?.target, data: call?.data }, toTag(block)] }
}

function toAnswers(
  chunk: readonly PoolCall[],
  outcome: RpcOutcome | undefined,
  together: boolean,
): readonly ContractAnswer[] {
  const result =
    outcome && 'result' in outcome && typeof outcome.result === 'string' ? (outcome.result as Hex) : undefined
  if (!together) {
    const isRefusal = outcome && 'error' in outcome && /revert/i.test(outcome.error.message)
    if (result === undefined && !isRefusal) throw new BlockMoved('The node has no state of the block')
    return [result === '0x' ? undefined : result]
  }
  const answers = result === undefined ? undefined : decodeAggregate3(result, chunk.length)
  if (!answers) throw new BlockMoved('The node has no state of the block')
  return answers
}

function toTag({ number }: PinnedBlock): Hex {
  return `0x${number.toString(16)}`
}
