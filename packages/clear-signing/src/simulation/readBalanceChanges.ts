import { formatUnits } from '@latchkey/protocol'
import { decodeAbiParameters, getAddress } from 'viem/utils'
import type { AssetBook } from '../assets/AssetBook.ts'
import type { BalanceChange } from '../Description.ts'
import { nativeLogAddress, type SimulatedLog, transferTopic } from './Simulation.ts'

// Source: ERC-1155; WETH9, which logs no transfer when it wraps.
const transferSingle = '0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62'
const transferBatch = '0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb'
const deposit = '0xe1fffcc4923d04b559f4d29a8bfc6cda04eb5b0d3c460751c2402c5c5cc9109c'
const withdrawal = '0x7fcf532c15f0a6db0bd6d0e038bea71d30d808c7d98cb3bf7268a95bf5081b65'

/** Limit of shown changes, because a contract can make up any number. */
const changeLimit = 64

/** One movement of a log; `isWrap`: from a log that other contracts use differently. */
type Movement = {
  token: string
  tokenId: bigint | null
  from: string
  to: string
  amount: bigint
  isWrap?: boolean
}

/**
 * Computes an account's balance changes from the logs, net for each asset. Outgoing assets come first, and known assets before those
 * that anyone could make up to hide them. The changes are expected: the chain may differ when the transaction is included.
 *
 * @returns null if there are more than a visitor would review
 */
export async function readBalanceChanges({
  logs,
  account,
  assets,
}: {
  logs: readonly SimulatedLog[]
  account: `0x${string}`
  assets: AssetBook
}): Promise<readonly BalanceChange[] | null> {
  const own = account.toLowerCase()
  const sums = new Map<string, { token: string; tokenId: bigint | null; amount: bigint; others: Set<string> }>()
  const movements = logs.flatMap(readMovements).filter(({ from, to }) => from !== to && (from === own || to === own))
  for (const movement of movements) {
    const { token, tokenId, from, to, amount } = movement
    if (movement.isWrap && !(await isWrapping({ movement, movements, assets }))) continue
    const key = `${token}:${tokenId ?? ''}`
    const sum = sums.get(key) ?? { token, tokenId, amount: 0n, others: new Set() }
    sum.amount += to === own ? amount : -amount
    sum.others.add(to === own ? from : to)
    sums.set(key, sum)
  }
  const moved = [...sums.values()].filter(({ amount }) => amount !== 0n)
  if (moved.length > changeLimit) return null
  const changes = await Promise.all(
    moved.map(async ({ token, tokenId, amount: net, others }): Promise<BalanceChange> => {
      const asset = token === nativeLogAddress ? assets.native : (await assets.read(token as `0x${string}`)).name
      const amount = net < 0n ? -net : net
      const [other] = others
      return {
        asset,
        direction: net < 0n ? 'out' : 'in',
        amount,
        amountText: formatUnits(amount, tokenId === null ? (asset.decimals ?? 0) : 0),
        tokenId,
        counterparty: other !== undefined && others.size === 1 && !/^0x0{40}$/.test(other) ? getAddress(other) : null,
      }
    }),
  )
  const isKnown = ({ address }: BalanceChange['asset']) => address === null || assets.vouched(address) !== undefined
  const rank = ({ direction, asset }: BalanceChange) => Number(direction === 'in') * 2 + Number(!isKnown(asset))
  return changes.sort((a, b) => rank(a) - rank(b))
}

/** Whether a deposit or withdrawal is the only log of the token's change, as with WETH9. */
async function isWrapping({
  movement,
  movements,
  assets,
}: {
  movement: Movement
  movements: readonly Movement[]
  assets: AssetBook
}): Promise<boolean> {
  const isTold = movements.some(
    ({ token, from, to, isWrap }) =>
      !isWrap && token === movement.token && from === movement.from && to === movement.to,
  )
  return !isTold && (await assets.read(movement.token as `0x${string}`)).isToken
}

function readMovements({ address: token, topics, data }: SimulatedLog): readonly Movement[] {
  const [topic, ...indexed] = topics
  const parties = indexed.map((word) => `0x${word.slice(26)}`)
  const [first, second, third] = parties
  const amount = data.length === 66 ? BigInt(data) : undefined
  const nobody = `0x${'0'.repeat(40)}`
  if (topic === transferTopic && first && second) {
    if (indexed.length === 2 && amount !== undefined) return [{ token, tokenId: null, from: first, to: second, amount }]
    const id = indexed[2]
    return id?.length === 66 ? [{ token, tokenId: BigInt(id), from: first, to: second, amount: 1n }] : []
  }
  if (topic === deposit && first && indexed.length === 1 && amount !== undefined)
    return [{ token, tokenId: null, from: nobody, to: first, amount, isWrap: true }]
  if (topic === withdrawal && first && indexed.length === 1 && amount !== undefined)
    return [{ token, tokenId: null, from: first, to: nobody, amount, isWrap: true }]
  if ((topic === transferSingle || topic === transferBatch) && second && third)
    return readItems({ topic, data }).map((item) => ({ token, from: second, to: third, ...item }))
  return []
}

function readItems({ topic, data }: { topic: string; data: `0x${string}` }): { tokenId: bigint; amount: bigint }[] {
  try {
    if (topic === transferSingle) {
      const [tokenId, amount] = decodeAbiParameters([{ type: 'uint256' }, { type: 'uint256' }], data)
      return [{ tokenId, amount }]
    }
    const [ids, amounts] = decodeAbiParameters([{ type: 'uint256[]' }, { type: 'uint256[]' }], data)
    return ids.map((tokenId, index) => ({ tokenId, amount: amounts[index] ?? 0n }))
  } catch {
    return []
  }
}
