import type { ChainId, EvmAddress } from '@latchkey/protocol'
import { split } from '../platform/split.ts'
import type { RpcCall, RpcOutcome, RpcService } from '../rpc/RpcService.ts'
import { decodeAggregate3, encodeAggregate3 } from './multicall3.ts'
import type { Hex } from './rpcTypes.ts'

/** A read of a contract, or of an account's native balance. */
export type ContractRead = { target: EvmAddress; data: Hex } | { balanceOf: EvmAddress }

/** Answer to a read: the returned bytes, or undefined if the call failed. A native balance is one word. */
export type ContractAnswer = Hex | undefined

/** Reads many contracts of one chain at once. */
export type ContractReader = {
  /**
   * @param options.block block to read at; if a node does not have its state, the head is read
   * @returns one answer per read, in order
   * @throws LatchkeyError `upstream_unavailable`
   */
  read: (options: {
    reads: readonly ContractRead[]
    block?: number | undefined
    signal?: AbortSignal | undefined
  }) => Promise<ContractAnswer[]>
}

/** Reads in one `eth_call`; with more, a node only refuses later. */
const perCall = 500
/** Maximum calls in one HTTP request, and its size in characters: nodes refuse more than 2 MB. */
const perRequest = { calls: 100, size: 500_000 }
/** Concurrent requests. */
const atOnce = 4
/** getEthBalance(address) of Multicall3. */
const getEthBalance = '0x4d2301cc'
const noState =
  /out ?of ?range|header not found|missing trie|pruned|not available|unavailable|unknown block|block not found|historical|no state/i

/**
 * Creates the reader. It uses Multicall3 if the chain has it, else batches with one JSON-RPC call per read, so that a bare
 * local chain works as well.
 */
export function createContractReader({
  rpc,
  chainId,
  multicall3,
}: {
  rpc: RpcService
  chainId: ChainId
  multicall3: EvmAddress
}): ContractReader {
  // Only a positive result is cached: a missing contract may be deployed later.
  let deployed = false

  const batch = (calls: readonly RpcCall[], signal: AbortSignal | undefined) =>
    rpc.batch(signal ? { chainId, calls, signal } : { chainId, calls })

  const sendAll = async (calls: readonly RpcCall[], signal: AbortSignal | undefined): Promise<RpcOutcome[]> => {
    const chunks: RpcCall[][] = []
    let size = Number.POSITIVE_INFINITY
    for (const call of calls) {
      const chunk = chunks.at(-1)
      size += callSize(call)
      if (chunk && chunk.length < perRequest.calls && size <= perRequest.size) chunk.push(call)
      else {
        chunks.push([call])
        size = callSize(call)
      }
    }
    const outcomes: RpcOutcome[] = []
    for (const group of split(chunks, atOnce)) {
      const answers = await Promise.all(group.map((chunk) => batch(chunk, signal)))
      outcomes.push(...answers.flat())
    }
    return outcomes
  }

  /** Reads at the block. Repeats the calls at the head for which the node has no state. */
  const ask = async (build: (tag: string) => RpcCall[], tag: string, signal: AbortSignal | undefined) => {
    const outcomes = await sendAll(build(tag), signal)
    if (tag === 'latest') return outcomes
    const again = outcomes.flatMap((outcome, index) =>
      'error' in outcome && noState.test(outcome.error.message) ? [index] : [],
    )
    if (again.length === 0) return outcomes
    const calls = build('latest')
    const answers = await sendAll(
      again.flatMap((index) => calls[index] ?? []),
      signal,
    )
    again.forEach((index, position) => {
      const answer = answers[position]
      if (answer) outcomes[index] = answer
    })
    return outcomes
  }

  const readOneByOne = async (
    reads: readonly ContractRead[],
    tag: string,
    signal: AbortSignal | undefined,
  ): Promise<ContractAnswer[]> => {
    const outcomes = await ask((block) => reads.map((read) => singleCall(read, block)), tag, signal)
    return outcomes.map((outcome, index): ContractAnswer => {
      if (!('result' in outcome) || typeof outcome.result !== 'string') return undefined
      const read = reads[index]
      const result = outcome.result as Hex
      return read && 'balanceOf' in read ? `0x${BigInt(result).toString(16).padStart(64, '0')}` : result
    })
  }

  const readTogether = async (
    reads: readonly ContractRead[],
    tag: string,
    signal: AbortSignal | undefined,
  ): Promise<ContractAnswer[]> => {
    const chunks = split(reads, perCall)
    const encoded = chunks.map((chunk) => encodeAggregate3(chunk.map((read) => toCall(read, multicall3))))
    const outcomes = await ask(
      (block) => encoded.map((data) => ({ method: 'eth_call', params: [{ to: multicall3, data }, block] })),
      tag,
      signal,
    )
    const answers: ContractAnswer[] = []
    for (const [index, chunk] of chunks.entries()) {
      const outcome = outcomes[index]
      const results =
        outcome && 'result' in outcome && typeof outcome.result === 'string'
          ? decodeAggregate3(outcome.result as Hex, chunk.length)
          : undefined
      answers.push(...(results ?? new Array<ContractAnswer>(chunk.length).fill(undefined)))
    }
    // A hostile contract may burn the gas of all calls after it. Repeat failed calls one by one.
    const failed = answers.flatMap((answer, index) => (answer === undefined ? [index] : []))
    if (failed.length > 0) {
      const alone = await readOneByOne(
        failed.flatMap((index) => reads[index] ?? []),
        tag,
        signal,
      )
      failed.forEach((index, position) => {
        answers[index] = alone[position]
      })
    }
    return answers
  }

  return {
    read: async ({ reads, block, signal }) => {
      if (reads.length === 0) return []
      const tag = block === undefined ? 'latest' : `0x${block.toString(16)}`
      if (reads.length === 1) return readOneByOne(reads, tag, signal)
      if (!deployed) {
        const [code] = await batch([{ method: 'eth_getCode', params: [multicall3, 'latest'] }], signal)
        deployed = code !== undefined && 'result' in code && typeof code.result === 'string' && code.result.length > 2
      }
      return deployed ? readTogether(reads, tag, signal) : readOneByOne(reads, tag, signal)
    },
  }
}

function singleCall(read: ContractRead, block: string): RpcCall {
  if ('balanceOf' in read) return { method: 'eth_getBalance', params: [read.balanceOf, block] }
  return { method: 'eth_call', params: [{ to: read.target, data: read.data }, block] }
}

function toCall(read: ContractRead, multicall3: EvmAddress): { target: EvmAddress; data: Hex } {
  if (!('balanceOf' in read)) return read
  return { target: multicall3, data: `${getEthBalance}${read.balanceOf.slice(2).padStart(64, '0')}` }
}

function callSize({ params = [] }: RpcCall): number {
  const [first] = params
  const data = typeof first === 'object' && first !== null && 'data' in first ? String(first.data).length : 0
  return 150 + data
}
