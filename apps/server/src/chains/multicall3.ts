import type { EvmAddress } from '@latchkey/protocol'
import type { Hex } from './rpcTypes.ts'

/** aggregate3((address,bool,bytes)[]) */
const aggregate3 = '0x82ad56cb'

/**
 * Encodes `aggregate3` of Multicall3, and allows every call to fail. Written by hand for speed: a catch-up reads thousands of
 * balances.
 */
export function encodeAggregate3(calls: readonly { target: EvmAddress; data: Hex }[]): Hex {
  let heads = ''
  let tails = ''
  let offset = calls.length * 32
  for (const { target, data } of calls) {
    const length = (data.length - 2) / 2
    const padded = Math.ceil(length / 32) * 32
    heads += number(offset)
    tails += `${target.slice(2).padStart(64, '0')}${number(1)}${number(96)}${number(length)}${data.slice(2).padEnd(padded * 2, '0')}`
    offset += 128 + padded
  }
  return `${aggregate3}${number(32)}${number(calls.length)}${heads}${tails}`
}

/**
 * Decodes the result of `aggregate3`.
 *
 * @returns the bytes of each call, undefined if it failed or returned nothing; undefined as a whole if this is no answer to
 *   `count` calls
 */
export function decodeAggregate3(result: Hex, count: number): (Hex | undefined)[] | undefined {
  const text = result.slice(2)
  const at = (byte: number) => {
    const word = text.slice(byte * 2, byte * 2 + 64)
    return word.length === 64 ? Number.parseInt(word, 16) : Number.NaN
  }
  const start = at(0)
  if (!(at(start) === count)) return undefined
  const answers: (Hex | undefined)[] = []
  for (let index = 0; index < count; index++) {
    const entry = start + 32 + at(start + 32 + index * 32)
    const bytes = entry + at(entry + 32)
    const length = at(bytes)
    if (!(length >= 0) || text.length < (bytes + 32 + length) * 2) return undefined
    const data = text.slice((bytes + 32) * 2, (bytes + 32 + length) * 2)
    answers.push(at(entry) === 1 && length > 0 ? `0x${data}` : undefined)
  }
  return answers
}

function number(value: number): string {
  return value.toString(16).padStart(64, '0')
}
