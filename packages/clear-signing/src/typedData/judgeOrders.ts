import type { ValueNode } from '../abi/ValueNode.ts'
import type { Finding } from '../Description.ts'
import type { Reading } from '../Reading.ts'

/** Warns of Seaport orders, alone or in bulk, that give something away and pay nothing to whoever signs. */
export function judgeOrders({
  reading,
  nodes,
  account,
}: {
  reading: Reading
  nodes: readonly ValueNode[]
  account: `0x${string}`
}): readonly Finding[] {
  return findOrders({ name: '', type: '', value: null, children: nodes }).flatMap((order): readonly Finding[] => {
    const items = (name: string) => order.children.find((child) => child.name === name)?.children ?? []
    const pick = (item: ValueNode, name: string) => item.children.find((child) => child.name === name)?.value
    const isPaid = items('consideration').some(
      (item) => pick(item, 'recipient') === account.toLowerCase() && pick(item, 'endAmount') !== 0n,
    )
    if (isPaid || items('offer').length === 0) return []
    return items('offer')
      .slice(0, 3)
      .map((item) => {
        const token = pick(item, 'token')
        const symbol = typeof token === 'string' ? reading.assets.vouched(token)?.symbol : undefined
        const values = { amount: String(pick(item, 'startAmount')), ...(symbol ? { symbol } : {}) }
        return { level: 'warn', code: 'lossWithoutReturn', values }
      })
  })
}

function findOrders(node: ValueNode): readonly ValueNode[] {
  const names = node.children.map(({ name }) => name)
  if (['offerer', 'offer', 'consideration'].every((name) => names.includes(name))) return [node]
  return node.children.flatMap(findOrders)
}
