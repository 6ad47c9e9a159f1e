import { nativeSolanaAddress } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import { z } from 'zod'
import type { SourceHistory, SourcePosition } from '../../accounts/AccountSource.ts'
import type { Clock } from '../../platform/clock/Clock.ts'
import type { SolanaChainConfig } from '../../platform/config/ServerConfig.ts'
import type { NodeTransaction, SolanaNode } from '../node/SolanaNode.ts'
import type { SolanaPrices } from '../tokens/createSolanaPrices.ts'
import type { TokenDescriber } from '../tokens/SolanaToken.ts'
import { type Listed, listTransactions, type Place } from './listTransactions.ts'
import { type Movement, readMovements } from './movements.ts'
import { toHistoryItem } from './toHistoryItem.ts'

/**
 * Maximum number of token accounts whose transactions are listed, those with a balance first. Transfers to other token
 * accounts usually name the owner.
 */
const mostTokenAccounts = 10
/** Maximum number of further reads if the transactions are hidden. */
const maxRounds = 2

const signature = z.string().regex(/^[1-9A-HJ-NP-Za-km-z]{64,90}$/)
const positionSchema = z.tuple([z.number().int().nonnegative(), signature, z.union([signature, z.literal('')])])

/**
 * Reads a part of an account's activity: the transactions that name it or one of its token accounts.
 *
 * @throws LatchkeyError `upstream_unavailable`, `malformed_cursor`
 */
export async function readHistory({
  node,
  chain,
  describer,
  prices,
  clock,
  address,
  before,
  limit,
}: {
  node: SolanaNode
  chain: SolanaChainConfig
  describer: TokenDescriber
  prices: SolanaPrices
  clock: Clock
  address: string
  before: SourcePosition | undefined
  limit: number
}): Promise<SourceHistory> {
  let below = readPlace(before)
  const { tokenAccounts } = await node.readHoldings({ owner: address })
  const own = tokenAccounts
    .toSorted((a, b) => Number(b.amount > 0n) - Number(a.amount > 0n))
    .slice(0, mostTokenAccounts)
    .map((one) => one.address)
  const addresses = [address, ...own]

  const write = async (listed: readonly Listed[], transactions: readonly (NodeTransaction | undefined)[]) => {
    const moved = transactions.map((transaction): readonly Movement[] =>
      transaction ? readMovements(transaction, address) : [],
    )
    const mints = new Set(moved.flat().flatMap(({ mint }) => (mint === nativeSolanaAddress ? [] : [mint])))
    const moments = transactions.flatMap((transaction, index) => {
      const { time } = transaction ?? {}
      return time === undefined ? [] : (moved[index] ?? []).map(({ mint }) => ({ mint, time, index }))
    })
    const [tokens, found] = await Promise.all([describer.describe({ mints }), prices.at(moments)])
    const priceOf = new Map(moments.map(({ mint, index }, place) => [`${index} ${mint}`, found[place]]))
    return listed.flatMap(({ place }, index) => {
      const transaction = transactions[index]
      if (!transaction) return []
      const item = toHistoryItem(transaction, moved[index] ?? [], {
        ...{ chain, account: address, tokens, now: clock.now() },
        priceOf: (mint) => priceOf.get(`${index} ${mint}`),
      })
      return item ? [{ item, position: toPosition(place) }] : []
    })
  }

  const entries: SourceHistory['entries'][number][] = []
  let more = true
  for (let round = 0; more && entries.length < limit && round < maxRounds; round += 1) {
    const part = await listTransactions({ node, addresses, below, limit: limit - entries.length })
    const transactions = await node.readTransactions({ signatures: part.listed })
    entries.push(...(await write(part.listed, transactions)))
    below = part.listed.at(-1)?.place ?? below
    more = part.more
  }
  return { waiting: [], entries, next: more && below ? toPosition(below) : null, stale: 0 }
}

function toPosition({ slot, signature: text, anchor }: Place): SourcePosition {
  return [slot, text, anchor ?? '']
}

/** @throws LatchkeyError `malformed_cursor` */
function readPlace(before: SourcePosition | undefined): Place | undefined {
  if (before === undefined) return undefined
  const parsed = positionSchema.safeParse(before)
  if (!parsed.success) throw new ServiceError('malformed_cursor', { field: 'cursor' })
  const [slot, text, anchor] = parsed.data
  return { slot, signature: text, anchor: anchor || undefined }
}
