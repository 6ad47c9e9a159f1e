import { keccak256, stringToBytes } from 'viem/utils'
import { Malformed } from '../request/Malformed.ts'

/** A function of an app's ABI, with its selector. */
export type ReadFunction = {
  name: string
  /** `mint(uint256)`, whose hash gives the selector. */
  canonical: string
  selector: `0x${string}`
  inputs: readonly { name: string; type: string }[]
}

/** Limits of nested tuples, and of a function's parameters in total. */
const depthLimit = 8
const parameterLimit = 100

/**
 * Finds a function in an app's ABI: by its name, or by its name and types if there are several of one name.
 *
 * @throws Malformed if there is none or more than one, or it is no Solidity function: names are ASCII there
 */
export function readFunction({
  abi,
  wanted,
  field,
}: {
  abi: readonly unknown[]
  wanted: string
  field: string
}): ReadFunction {
  const found = abi.flatMap((entry) => {
    const { type, name } = (entry ?? {}) as Record<string, unknown>
    const isNamed = type === 'function' && typeof name === 'string' && wanted.split('(')[0] === name
    return isNamed ? [readEntry({ entry: entry as Record<string, unknown>, name, field })] : []
  })
  const fitting = wanted.includes('(') ? found.filter(({ canonical }) => canonical === wanted) : found
  const [first, ...others] = fitting
  if (!first) throw new Malformed(field, 'the ABI has no such function')
  if (others.length > 0) throw new Malformed(field, 'the ABI has several functions of this name')
  return first
}

function readEntry({
  entry,
  name,
  field,
}: {
  entry: Record<string, unknown>
  name: string
  field: string
}): ReadFunction {
  if (!/^[A-Za-z_$][\w$]{0,99}$/.test(name)) throw new Malformed(field, 'no name of a function')
  const count = { left: parameterLimit }
  const inputs = readParameters({ value: entry.inputs, field, depth: 0, count })
  const canonical = `${name}(${inputs.map(({ type }) => type).join(',')})`
  const selector = keccak256(stringToBytes(canonical)).slice(0, 10) as `0x${string}`
  return { name, canonical, selector, inputs }
}

function readParameters({
  value,
  field,
  depth,
  count,
}: {
  value: unknown
  field: string
  depth: number
  count: { left: number }
}): { name: string; type: string }[] {
  if (!Array.isArray(value) || depth > depthLimit) throw new Malformed(field, 'its parameters cannot be read')
  return value.map((parameter: unknown) => {
    const { name, type, components } = (parameter ?? {}) as Record<string, unknown>
    count.left--
    const match = typeof type === 'string' && type.length <= 60 && /^([a-z]+)(\d*)((?:\[(?:[1-9]\d*)?\])*)$/.exec(type)
    if (!match || count.left < 0) throw new Malformed(field, 'its parameters cannot be read')
    const [, base = '', size = '', arrays = ''] = match
    // Components of another type than a tuple are not part of the selector, and could only mislead a reader.
    if (base !== 'tuple' && components !== undefined) throw new Malformed(field, 'its parameters cannot be read')
    const word =
      base === 'tuple' && size === ''
        ? `(${readParameters({ value: components, field, depth: depth + 1, count })
            .map((inner) => inner.type)
            .join(',')})`
        : canonicalWord(base, size)
    if (word === undefined) throw new Malformed(field, 'its parameters cannot be read')
    const isName = typeof name === 'string' && /^[A-Za-z_$][\w$]{0,59}$/.test(name)
    return { name: isName ? name : '', type: `${word}${arrays}` }
  })
}

/** Returns the ABI form of an elementary type. */
function canonicalWord(base: string, size: string): string | undefined {
  if (base === 'uint' || base === 'int') {
    const bits = size === '' ? 256 : Number(size)
    return bits >= 8 && bits <= 256 && bits % 8 === 0 && String(bits) === (size || '256') ? `${base}${bits}` : undefined
  }
  if (base === 'bytes' && size !== '') return /^([1-9]|[12]\d|3[012])$/.test(size) ? `bytes${size}` : undefined
  return size === '' && ['address', 'bool', 'bytes', 'string', 'function'].includes(base) ? base : undefined
}
