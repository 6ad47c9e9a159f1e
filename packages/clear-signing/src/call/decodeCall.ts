import { decodeArguments } from '../abi/decodeArguments.ts'
import type { ValueNode } from '../abi/ValueNode.ts'
import type { Display } from '../descriptors/Descriptor.ts'
import type { DescriptorIndex } from '../descriptors/DescriptorIndex.ts'

/** A completely decoded call. */
export type DecodedCall = {
  /** `transfer(address,uint256)`. */
  signature: string
  nodes: readonly ValueNode[]
  display: Display
}

/** Decodes a call's data with the known functions; undefined if none of them matches to the last byte. */
export function decodeCall({
  index,
  to,
  data,
}: {
  index: DescriptorIndex
  to: `0x${string}` | null
  data: `0x${string}`
}): DecodedCall | undefined {
  if (data.length < 10) return undefined
  for (const { canonical, inputs, display } of index.functions({ selector: data.slice(0, 10), to })) {
    const nodes = decodeArguments({ inputs, data: `0x${data.slice(10)}` })
    if (nodes) return { signature: canonical, nodes, display }
  }
  return undefined
}
