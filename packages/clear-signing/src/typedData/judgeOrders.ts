import { getAddress } from 'viem/utils'
import type { ValueNode } from '../abi/ValueNode.ts'
import { coversLoss, type Moved } from '../assets/coversLoss.ts'
import { knowledgeOf } from '../assets/knowledgeOf.ts'
import type { AssetName, Finding } from '../Description.ts'
import type { Reading } from '../Reading.ts'

/** Kinds of `itemType`. Source: Seaport 1.6, ItemType; those by criteria are of a collection. */
const kinds: readonly AssetName['kind'][] = ['native', 'erc20', 'erc721', 'erc1155', 'erc721', 'erc1155']

/** Limit of items on each side; an order with more is judged by the first ones. */
const itemLimit = 20

/**
 * Warns of Seaport orders, alone or in bulk, that give something away without a payment of known value to the signer. A price of one
 * wei is no payment, nor is a token that no one vouches for.
 */
export async function judgeOrders({
  reading,
  nodes,
  account,
}: {
  reading: Reading
  nodes: readonly ValueNode[]
  account: `0x${string}`
}): Promise<readonly Finding[]> {
  const orders = findOrders({ name: '', type: '', value: null, children: nodes })
  const judged = await Promise.all(orders.map((order) => judgeOrder({ reading, order, account })))
  return judged.flat()
}

async function judgeOrder({
  reading,
  order,
  account,
}: {
  reading: Reading
  order: ValueNode
  account: `0x${string}`
}): Promise<readonly Finding[]> {
  const items = (name: string) => order.children.find((child) => child.name === name)?.children ?? []
  const offer = items('offer')
  if (offer.length === 0) return []
  const own = items('consideration').filter((item) => pick(item, 'recipient') === account.toLowerCase())
  // An auction may go up or down: use the minimum of the received and the maximum of the given amount.
  const read = (list: readonly ValueNode[], amountOf: (item: ValueNode) => bigint) =>
    Promise.all(list.slice(0, itemLimit).map((item) => readItem({ reading, item, amount: amountOf(item) })))
  const [given, received] = await Promise.all([read(offer, mostOf), read(own, leastOf)])
  if (coversLoss({ given, received, known: knowledgeOf(reading) })) return []
  return offer.slice(0, 3).map((item) => {
    const token = pick(item, 'token')
    const symbol = typeof token === 'string' ? reading.assets.vouched(token)?.symbol : undefined
    const values = { amount: String(pick(item, 'startAmount')), ...(symbol ? { symbol } : {}) }
    return { level: 'warn', code: 'lossWithoutReturn', values }
  })
}

async function readItem({
  reading: { assets },
  item,
  amount,
}: {
  reading: Reading
  item: ValueNode
  amount: bigint
}): Promise<Moved> {
  const kind = kinds[Number(pick(item, 'itemType'))] ?? 'erc20'
  const token = pick(item, 'token')
  if (kind === 'native' || typeof token !== 'string') return { asset: assets.native, amount }
  if (kind !== 'erc20') return { asset: { address: token, decimals: 0, kind }, amount }
  // A token that no one vouches for does not count, so it is not read.
  if (assets.vouched(token) === undefined) return { asset: { address: token, decimals: null, kind }, amount }
  const { name } = await assets.read(getAddress(token))
  return { asset: { ...name, kind }, amount }
}

function pick(item: ValueNode, name: string): ValueNode['value'] | undefined {
  return item.children.find((child) => child.name === name)?.value
}

function leastOf(item: ValueNode): bigint {
  const [start, end] = amountsOf(item)
  return start < end ? start : end
}

function mostOf(item: ValueNode): bigint {
  const [start, end] = amountsOf(item)
  return start < end ? end : start
}

function amountsOf(item: ValueNode): [start: bigint, end: bigint] {
  const [start, end] = [pick(item, 'startAmount'), pick(item, 'endAmount')]
  return [typeof start === 'bigint' ? start : 0n, typeof end === 'bigint' ? end : 0n]
}

function findOrders(node: ValueNode): readonly ValueNode[] {
  const names = node.children.map(({ name }) => name)
  if (['offerer', 'offer', 'consideration'].every((name) => names.includes(name))) return [node]
  return node.children.flatMap(findOrders)
}
