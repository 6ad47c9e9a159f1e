import type { ValueNode } from './ValueNode.ts'

/** A node at a path, with the indexes of its `[]`. */
export type Selected = { node: ValueNode; indexes: readonly number[] }

/**
 * Finds the nodes at a descriptor's path: names separated by dots, `[2]`, `[-1]`, and `[]` for every element.
 *
 * @example selectPath({ nodes, path: 'details.[].token' })
 */
export function selectPath({ nodes, path }: { nodes: readonly ValueNode[]; path: string }): readonly Selected[] {
  let found: Selected[] = [{ node: { name: '', type: '', value: null, children: nodes }, indexes: [] }]
  for (const step of path.split('.'))
    found = found.flatMap(({ node, indexes }) => {
      if (step === '[]') return node.children.map((child, index) => ({ node: child, indexes: [...indexes, index] }))
      const position = /^\[(-?\d+)\]$/.exec(step)?.[1]
      const child =
        position === undefined ? node.children.find(({ name }) => name === step) : node.children.at(Number(position))
      return child ? [{ node: child, indexes }] : []
    })
  return found
}

/**
 * Finds an address by a path that may end in a part of a packed `bytes`, `[0:20]` or `[-20:]`. Each `[]` uses the index at its
 * position in `indexes`.
 */
export function selectAddress({
  nodes,
  path,
  indexes,
}: {
  nodes: readonly ValueNode[]
  path: string
  indexes: readonly number[]
}): `0x${string}` | undefined {
  const part = /^(.*)\.\[(0:20|-20:)\]$/.exec(path)
  let next = 0
  const filled = (part?.[1] ?? path).replaceAll('[]', () => `[${indexes[next++] ?? 0}]`)
  const value = selectPath({ nodes, path: filled })[0]?.node.value
  if (typeof value !== 'string') return undefined
  if (!part) return /^0x[0-9a-f]{40}$/.test(value) ? (value as `0x${string}`) : undefined
  if (value.length < 42) return undefined
  return part[2] === '0:20' ? (value.slice(0, 42) as `0x${string}`) : `0x${value.slice(-40)}`
}
