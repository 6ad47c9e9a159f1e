import { decodeAbiParameters, encodeAbiParameters } from 'viem/utils'
import type { AbiType } from './AbiType.ts'
import type { ValueNode } from './ValueNode.ts'

/**
 * Decodes the arguments of a call strictly: encoding them again must give the same bytes. So no byte is hidden, and no call has two
 * interpretations.
 *
 * @returns undefined if the bytes are not exactly these parameters
 */
export function decodeArguments({
  inputs,
  data,
}: {
  inputs: readonly AbiType[]
  /** Without the selector. */
  data: `0x${string}`
}): readonly ValueNode[] | undefined {
  if (inputs.length === 0) return data === '0x' ? [] : undefined
  try {
    const values = decodeAbiParameters(inputs, data) as readonly unknown[]
    if (encodeAbiParameters(inputs, values as readonly never[]).toLowerCase() !== data.toLowerCase()) return undefined
    return inputs.map((input, index) => toNode(input, values[index]))
  } catch {
    return undefined
  }
}

function toNode(input: AbiType, value: unknown): ValueNode {
  const { name, type } = input
  const array = /^(.*)\[\d*\]$/.exec(type)
  if (array) {
    const element = { ...input, type: array[1] ?? '' }
    const children = (value as readonly unknown[]).map((entry, index) =>
      toNode({ ...element, name: `[${index}]` }, entry),
    )
    return { name, type, value: null, children }
  }
  if (input.components) {
    // A tuple whose parts all have names is decoded as an object.
    const children = input.components.map((component, index) =>
      toNode(component, Array.isArray(value) ? value[index] : (value as Record<string, unknown>)[component.name]),
    )
    return { name, type, value: null, children }
  }
  if (typeof value === 'number') return { name, type, value: BigInt(value), children: [] }
  if (typeof value === 'string' && type !== 'string') return { name, type, value: value.toLowerCase(), children: [] }
  return { name, type, value: value as bigint | boolean | string, children: [] }
}
