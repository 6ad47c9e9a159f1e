import { ServiceError } from '@latchkey/protocol/errors'
import { toAddressWord, toWord } from './abiWords.ts'

// The ERC-20 functions of a transfer, as selectors, so that sending loads no ABI coder. The tests compare them with viem's.
const transferSelector = 'a9059cbb'
const balanceOfSelector = '70a08231'
const decimalsSelector = '313ce567'
const totalSupplySelector = '18160ddd'

/** Encodes `balanceOf(owner)`. Source: ERC-20. */
export function encodeBalanceOf(owner: string): `0x${string}` {
  return `0x${balanceOfSelector}${toAddressWord(owner)}`
}

/** Calldata of `decimals()`. Source: ERC-20. */
export const decimalsCall = `0x${decimalsSelector}` as const

/** Calldata of `totalSupply()`. Source: ERC-20. */
export const totalSupplyCall = `0x${totalSupplySelector}` as const

/** Encodes `transfer(receiver, amount)`. Source: ERC-20. */
export function encodeTransfer({ receiver, amount }: { receiver: string; amount: bigint }): `0x${string}` {
  if (amount < 0n || amount >= 1n << 256n)
    throw new ServiceError('invalid_amount', { details: 'Not a 256-bit unsigned number' })
  return `0x${transferSelector}${toAddressWord(receiver)}${toWord(amount)}`
}

/**
 * Decodes the calldata of `transfer(address,uint256)`; undefined for any other calldata, even with one additional byte.
 *
 * @example decodeTransfer('0xa9059cbb…') // { receiver: '0x…', amount: 5n }
 */
export function decodeTransfer(data: string): { receiver: `0x${string}`; amount: bigint } | undefined {
  const match = new RegExp(`^0x${transferSelector}0{24}([0-9a-f]{40})([0-9a-f]{64})$`).exec(data.toLowerCase())
  if (!match) return undefined
  return { receiver: `0x${match[1]}`, amount: BigInt(`0x${match[2]}`) }
}

/** Decodes a word as a number. @throws LatchkeyError `response_invalid` if it is malformed */
export function decodeUint256(data: unknown): bigint {
  if (typeof data !== 'string' || !/^0x[0-9a-f]{64}$/i.test(data))
    throw new ServiceError('response_invalid', { details: `Not a number: ${String(data).slice(0, 80)}` })
  return BigInt(data)
}
