import { readAddress } from '../address/readAddress.ts'
import { Malformed } from '../request/Malformed.ts'
import type { ArgumentOperator } from './PermissionsDescription.ts'

/** A parsed condition of an argument. */
export type ReadRule = {
  operator: ArgumentOperator
  value: { kind: 'number'; value: bigint } | { kind: 'address'; value: `0x${string}` } | { kind: 'text'; text: string }
}

const operators: readonly ArgumentOperator[] = [
  'EQUAL',
  'NOT_EQUAL',
  'LESS_THAN',
  'LESS_THAN_OR_EQUAL',
  'GREATER_THAN',
  'GREATER_THAN_OR_EQUAL',
]

/**
 * Parses the condition of an argument. Only arguments of one word can have one. Signed numbers can only be compared for equality,
 * because the chain compares without signs.
 *
 * @throws Malformed also if no value at all could match
 */
export function readArgument({ rule, type, field }: { rule: unknown; type: string; field: string }): ReadRule {
  const { operator, value } = (rule ?? {}) as { operator?: ArgumentOperator; value?: unknown }
  if (operator === undefined || !operators.includes(operator) || typeof value !== 'string' || value.length > 100)
    throw new Malformed(field, 'not a rule')
  const isOrder = operator !== 'EQUAL' && operator !== 'NOT_EQUAL'
  const [, base = '', size = ''] = /^(uint|int|bytes|address|bool)(\d*)$/.exec(type) ?? []
  if (isOrder && base !== 'uint') throw new Malformed(field, 'only numbers without a sign have an order')
  if (base === 'address') {
    const address = readAddress(value)
    if (!address) throw new Malformed(field, 'not an address')
    return { operator, value: { kind: 'address', value: address } }
  }
  if (base === 'bool') {
    if (value !== 'true' && value !== 'false') throw new Malformed(field, 'neither true nor false')
    return { operator, value: { kind: 'text', text: value } }
  }
  if (base === 'bytes' && size !== '') {
    const isHex = /^0x([0-9a-f]{2})*$/i.test(value) && value.length === 2 + 2 * Number(size)
    if (!isHex) throw new Malformed(field, `not ${size} bytes`)
    return { operator, value: { kind: 'text', text: value.toLowerCase() } }
  }
  if (base !== 'uint' && base !== 'int') throw new Malformed(field, `no value can be held against ${type}`)
  const number = readNumber(value)
  const bits = BigInt(size)
  const [least, most] = base === 'uint' ? [0n, (1n << bits) - 1n] : [-(1n << (bits - 1n)), (1n << (bits - 1n)) - 1n]
  if (number === undefined || number < least || number > most) throw new Malformed(field, `not a ${type}`)
  const fitsNothing = (operator === 'LESS_THAN' && number === least) || (operator === 'GREATER_THAN' && number === most)
  if (fitsNothing) throw new Malformed(field, 'no value fits')
  return { operator, value: { kind: 'number', value: number } }
}

function readNumber(text: string): bigint | undefined {
  return /^(-?(0|[1-9]\d{0,77})|0x[0-9a-f]{1,64})$/i.test(text) ? BigInt(text) : undefined
}
