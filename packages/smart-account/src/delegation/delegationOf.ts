import { concat, getAddress, slice } from 'viem/utils'

const prefix = '0xef0100'

/**
 * Returns the contract to which an EOA delegates, from its `eth_getCode`; undefined if there is none, or the account is a
 * contract. Source: EIP-7702.
 *
 * @example
 * delegationOf('0xef01001e78…92f0') // '0x1e78…92F0'
 */
export function delegationOf(code: `0x${string}` | undefined): `0x${string}` | undefined {
  if (!code || !/^0xef0100[0-9a-f]{40}$/i.test(code)) return undefined
  return getAddress(slice(code, 3))
}

/** Returns the `eth_getCode` of an account that delegates to an address, for an override in `eth_call`. Source: EIP-7702. */
export function delegatedCode(address: `0x${string}`): `0x${string}` {
  return concat([prefix, address]).toLowerCase() as `0x${string}`
}
