import { keccak256, stringToBytes } from 'viem/utils'
import { decodeArguments } from '../abi/decodeArguments.ts'
import { parseSignature } from '../abi/parseSignature.ts'
import type { ValueNode } from '../abi/ValueNode.ts'
import type { DescriptionField } from '../Description.ts'
import { revealHidden } from '../text/revealHidden.ts'

/** Returns whether the shown fields are those of the call's data: the function, and each value at its position. */
export function fitsData({
  signature,
  fields,
  data,
}: {
  /** As shown; null for data that could not be decoded. */
  signature: string | null
  fields: readonly DescriptionField[]
  data: `0x${string}`
}): boolean {
  if (signature === null) {
    const [only] = fields
    if (!only) return data === '0x'
    return fields.length === 1 && only.value.kind === 'bytes' && only.value.hex === data
  }
  if (keccak256(stringToBytes(signature)).slice(0, 10) !== data.slice(0, 10)) return false
  const nodes = decodeArguments({ inputs: parseSignature(signature).inputs, data: `0x${data.slice(10)}` })
  return nodes !== undefined && fit(fields, nodes)
}

function fit(fields: readonly DescriptionField[], nodes: readonly ValueNode[]): boolean {
  return (
    fields.length === nodes.length &&
    fields.every((field, index) => {
      const node = nodes[index]
      if (!node) return false
      if (node.value === null) return field.value.kind === 'none' && fit(field.children, node.children)
      return isShown(field, node.value)
    })
  )
}

function isShown({ value: shown }: DescriptionField, value: bigint | boolean | string): boolean {
  if (shown.kind === 'amount') return shown.amount === value
  if (shown.kind === 'time') return BigInt(shown.unixSeconds) === value
  if (shown.kind === 'address') return shown.address.toLowerCase() === value
  if (shown.kind === 'bytes') return shown.hex === value
  if (shown.kind === 'text')
    return shown.text === (typeof value === 'string' ? revealHidden(value).text : String(value))
  return false
}
