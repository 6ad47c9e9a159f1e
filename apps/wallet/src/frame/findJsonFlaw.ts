const maxDepth = 64
const maxNodes = 100_000

/**
 * Returns why a value is not pure JSON: no `Map`, `Date`, bytes, cycles, holes, `NaN`, nor an own `__proto__`; at most 64 levels deep.
 * A structured clone can carry all of those past a schema that only checks keys.
 *
 * @param options.maxBytes bytes of the value as UTF-8 JSON text
 * @returns undefined if it is valid; `size` if it is larger
 */
export function findJsonFlaw({ value, maxBytes }: { value: unknown; maxBytes: number }): 'size' | 'form' | undefined {
  const waiting: { value: unknown; depth: number }[] = [{ value, depth: 0 }]
  let nodes = 0
  let characters = 0
  for (let entry = waiting.pop(); entry; entry = waiting.pop()) {
    nodes += 1
    if (characters > maxBytes) return 'size'
    if (nodes > maxNodes || entry.depth > maxDepth) return 'form'
    const { value: node, depth } = entry
    if (node === null || typeof node === 'boolean') continue
    if (typeof node === 'number') {
      if (!Number.isFinite(node)) return 'form'
    } else if (typeof node === 'string') characters += node.length
    else if (Array.isArray(node)) {
      if (node.length > maxNodes || Object.keys(node).length !== node.length) return 'form'
      for (const child of node) waiting.push({ value: child, depth: depth + 1 })
    } else if (typeof node === 'object') {
      if (!isPlainObject(node)) return 'form'
      for (const [key, child] of Object.entries(node)) {
        if (key === '__proto__') return 'form'
        characters += key.length
        // Optional keys are often written without a value. That is not JSON, but harmless.
        if (child !== undefined) waiting.push({ value: child, depth: depth + 1 })
      }
    } else return 'form'
  }
  const text = JSON.stringify(value)
  // No UTF-16 unit takes more than three bytes.
  const isSmall = text.length * 3 <= maxBytes || new TextEncoder().encode(text).length <= maxBytes
  return isSmall ? undefined : 'size'
}

function isPlainObject(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype !== null && Object.getPrototypeOf(prototype) !== null) return false
  return Object.getOwnPropertySymbols(value).length === 0 && !('toJSON' in value)
}
