import { ServiceError } from '@latchkey/protocol/errors'
import { hexToNumber, numberToHex } from 'viem/utils'
import type { NodeReceipt } from '../../chains/node/createChainNode.ts'
import type { RpcOutcome } from '../../rpc/RpcService.ts'
import type { EvmScope, NumberUnderWay } from './EvmScope.ts'

/** Transactions per request. */
const perRequest = 40

/** Data of one node about a nonce, from a single request. */
export type SeenNumber = {
  /** Number of the node's newest block. */
  head: number
  /** The account's next nonce at that block. */
  next: number
  /** The account's next nonce at the newest final block; undefined if the node does not keep old state. */
  nextForGood: number | undefined
  /** Receipt of the mined transaction. */
  receipt: NodeReceipt | undefined
}

/**
 * Reads the state of nonces. Each nonce is one request, so that one node answers it: a lagging node cannot report a nonce as
 * used without knowing the transaction that used it.
 *
 * @param options.numbers of one account
 * @throws LatchkeyError `upstream_unavailable`
 */
export async function readNumbers(
  { node, view, name, reorgDepth }: EvmScope,
  { account, numbers }: { account: string; numbers: readonly NumberUnderWay[] },
): Promise<Map<NumberUnderWay, SeenNumber>> {
  const { head } = await view.now()
  const stays = head.number - reorgDepth
  const seen = new Map<NumberUnderWay, SeenNumber>()
  for (const some of split(numbers)) {
    const hashes = some.flatMap(({ transactions }) => transactions.map(({ hash }) => hash))
    const [newest, next, nextForGood, ...receipts] = await node.together([
      { method: 'eth_blockNumber', params: [] },
      { method: 'eth_getTransactionCount', params: [account, 'latest'] },
      { method: 'eth_getTransactionCount', params: [account, numberToHex(Math.max(stays, 0))] },
      ...hashes.map((hash) => ({ method: 'eth_getTransactionReceipt', params: [hash] })),
    ])
    const byHash = new Map(hashes.map((hash, index) => [hash, resultOf(name, receipts[index])]))
    for (const each of some) {
      const found = each.transactions.map(({ hash }) => byHash.get(hash) as NodeReceipt | null)
      seen.set(each, {
        head: hexToNumber(resultOf(name, newest) as `0x${string}`),
        next: hexToNumber(resultOf(name, next) as `0x${string}`),
        nextForGood:
          stays < 0 ? 0 : nextForGood && 'result' in nextForGood ? Number(nextForGood.result as string) : undefined,
        receipt: found.find((receipt) => receipt !== null) ?? undefined,
      })
    }
  }
  return seen
}

function* split(numbers: readonly NumberUnderWay[]): Generator<NumberUnderWay[]> {
  let some: NumberUnderWay[] = []
  let size = 0
  for (const each of numbers) {
    if (some.length > 0 && size + each.transactions.length > perRequest) {
      yield some
      some = []
      size = 0
    }
    some.push(each)
    size += each.transactions.length
  }
  if (some.length > 0) yield some
}

/** A node without a result for a basic method counts as unavailable. */
function resultOf(name: string, outcome: RpcOutcome | undefined): unknown {
  if (outcome && 'result' in outcome && outcome.result !== undefined) return outcome.result
  throw new ServiceError('upstream_unavailable', {
    message: `${name} does not answer as it should at the moment`,
    details: outcome && 'error' in outcome ? outcome.error.message.slice(0, 300) : undefined,
    retryAfter: 1,
  })
}
