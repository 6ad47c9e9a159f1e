import type { AbiType } from './AbiType.ts'

/** A parsed function signature. */
export type ParsedSignature = {
  name: string
  inputs: readonly AbiType[]
  /** Without parameter names, tuples expanded. Its hash gives the selector. */
  canonical: string
}

/**
 * Parses a signature with parameter names; tuples are in parentheses. For the signatures of this package, not for foreign text.
 *
 * @throws Error if it is no signature
 * @example parseSignature('approve(address spender,uint256 amount)').canonical // 'approve(address,uint256)'
 */
export function parseSignature(signature: string): ParsedSignature {
  const open = signature.indexOf('(')
  const reader = { text: signature, at: open }
  const inputs = readTuple(reader)
  if (open < 1 || reader.at !== signature.length) throw new Error(`No signature: ${signature}`)
  const name = signature.slice(0, open)
  return { name, inputs, canonical: `${name}(${inputs.map(canonicalType).join(',')})` }
}

/** Returns the ABI form of a type, with tuples expanded. */
function canonicalType({ type, components }: AbiType): string {
  if (!components) return type
  return `(${components.map(canonicalType).join(',')})${type.slice('tuple'.length)}`
}

type Reader = { text: string; at: number }

function readTuple(reader: Reader): AbiType[] {
  const inputs: AbiType[] = []
  reader.at++
  while (reader.text[reader.at] !== ')') {
    if (reader.at >= reader.text.length) throw new Error(`No signature: ${reader.text}`)
    inputs.push(readParameter(reader))
    if (reader.text[reader.at] === ',') reader.at++
  }
  reader.at++
  return inputs
}

function readParameter(reader: Reader): AbiType {
  const components = reader.text[reader.at] === '(' ? readTuple(reader) : undefined
  const match = /^([a-z0-9]*(?:\[\d*\])*)(?: (\w+))?/.exec(reader.text.slice(reader.at))
  if (!match || (!components && !match[1])) throw new Error(`No signature: ${reader.text}`)
  reader.at += match[0].length
  const name = match[2] ?? ''
  return components ? { name, type: `tuple${match[1]}`, components } : { name, type: match[1] ?? '' }
}
