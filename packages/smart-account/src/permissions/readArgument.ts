import type { Permission } from '@latchkey/protocol/api'
import { isAddress, numberToHex, pad, size } from 'viem/utils'
import { type ArgumentRule, argumentConditions } from './Grant.ts'
import { refusePermissions } from './refusePermissions.ts'

/** A condition in the protocol's format. */
export type ArgumentCondition = NonNullable<
  NonNullable<Extract<Permission, { type: 'contract-call' }>['data']['functions'][number]['args']>[number]
>

const largestWord = 2n ** 256n - 1n

/**
 * Returns rules that are equal to a condition for an argument. They also check the bits above a narrow type: some contracts
 * ignore these bits, so another number could pass as the intended one.
 *
 * @param index of the 32-byte word after the selector
 * @param type of the ABI
 * @param name for error messages
 */
export function readArgument({
  index,
  type,
  condition,
  name,
}: {
  index: number
  type: string
  condition: ArgumentCondition
  name: string
}): ArgumentRule[] {
  const { equal, notEqual, atMost, atLeast } = argumentConditions
  const rule = (kind: number, value: bigint): ArgumentRule => ({
    index,
    condition: kind,
    value: numberToHex(value, { size: 32 }),
  })
  const { value, largest, ordered } = readValue({ type, text: condition.value, name })
  const within = largest === undefined || largest === largestWord ? [] : [rule(atMost, largest)]
  if (condition.operator === 'EQUAL') return [rule(equal, value)]
  if (condition.operator === 'NOT_EQUAL') {
    if (largest === undefined) refusePermissions(`${name}: ${type} can only be held to be EQUAL to a value`)
    return [rule(notEqual, value), ...within]
  }
  if (!ordered || largest === undefined) refusePermissions(`${name}: ${type} has no order`)
  switch (condition.operator) {
    case 'LESS_THAN':
      if (value === 0n) refusePermissions(`${name}: nothing is less than 0`)
      return [rule(atMost, value - 1n)]
    case 'LESS_THAN_OR_EQUAL':
      return [rule(atMost, value)]
    case 'GREATER_THAN':
      if (value === largest) refusePermissions(`${name}: nothing of ${type} is greater than ${value}`)
      return [rule(atLeast, value + 1n), ...within]
    case 'GREATER_THAN_OR_EQUAL':
      return [rule(atLeast, value), ...within]
  }
}

/** A value as an ABI-encoded word, and the largest word of its type if the valid words are one range. */
type Value = { value: bigint; largest?: bigint; ordered: boolean }

function readValue({ type, text, name }: { type: string; text: string; name: string }): Value {
  const [, kind, digits = ''] = /^(uint|int|bytes|address|bool)(\d*)$/.exec(type) ?? []
  const bits = Number(digits === '' ? 256 : digits)
  if (kind === 'uint') return { ...readUnsigned({ text, bits, name, type }), ordered: true }
  if (kind === 'int') return { ...readSigned({ text, bits, name, type }), ordered: false }
  if (kind === 'address') {
    if (!isAddress(text)) refusePermissions(`${name}: ${text} is not an address`)
    return { value: BigInt(text), largest: 2n ** 160n - 1n, ordered: false }
  }
  if (kind === 'bool') {
    if (text !== 'true' && text !== 'false') refusePermissions(`${name}: ${text} is neither true nor false`)
    return { value: text === 'true' ? 1n : 0n, largest: 1n, ordered: false }
  }
  // `bytes` without a number has no fixed length.
  if (kind === 'bytes' && digits !== '') return readBytes({ text, length: bits, name, type })
  return refusePermissions(`${name}: ${type} is longer than one word and cannot be compared with a value`)
}

type Text = { text: string; name: string; type: string }

function readUnsigned({ text, bits, name, type }: Text & { bits: number }) {
  if (!/^(?:0|[1-9]\d*|0x[0-9a-f]+)$/i.test(text)) refusePermissions(`${name}: ${text} is not a number of ${type}`)
  const [value, largest] = [BigInt(text), 2n ** BigInt(bits) - 1n]
  if (value > largest) refusePermissions(`${name}: ${text} is too large for ${type}`)
  return { value, largest }
}

/**
 * Two's complement. Negative numbers are the largest words, so words have no numeric order, and only full words are one
 * range.
 */
function readSigned({ text, bits, name, type }: Text & { bits: number }) {
  if (!/^(?:0|-?[1-9]\d*)$/.test(text)) refusePermissions(`${name}: ${text} is not a number of ${type}`)
  const [number, bound] = [BigInt(text), 2n ** BigInt(bits - 1)]
  if (number >= bound || number < -bound) refusePermissions(`${name}: ${text} is too large for ${type}`)
  return { value: BigInt.asUintN(256, number), ...(bits === 256 ? { largest: largestWord } : {}) }
}

function readBytes({ text, length, name, type }: Text & { length: number }): Value {
  const isRight = /^0x(?:[0-9a-f]{2})+$/i.test(text) && size(text as `0x${string}`) === length
  if (!isRight) refusePermissions(`${name}: ${text} is not of ${type}`)
  const value = BigInt(pad(text as `0x${string}`, { dir: 'right', size: 32 }))
  return { value, ...(length === 32 ? { largest: largestWord } : {}), ordered: length === 32 }
}
