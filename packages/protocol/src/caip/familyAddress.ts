import { nativeEvmAddress } from './address.ts'

/** Address that represents Solana's native token in place of a mint. */
export const nativeSolanaAddress = 'So11111111111111111111111111111111111111111'

/** Value that represents the native token of a network family in place of a token address. */
export const nativeAddressOf = { eip155: nativeEvmAddress, solana: nativeSolanaAddress, bip122: 'native' } as const

const solanaAddress = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/
const bitcoinAddress =
  /^([13mn2][1-9A-HJ-NP-Za-km-z]{25,34}|(bc|tb|bcrt)1[02-9ac-hj-np-z]{8,87}|(BC|TB|BCRT)1[02-9AC-HJ-NP-Z]{8,87})$/

/** Whether a value has the shape of a Solana address: base58, 32 to 44 characters. */
export function isSolanaAddress(value: unknown): value is string {
  return typeof value === 'string' && solanaAddress.test(value)
}

/** Whether a value has the shape of a Bitcoin address (base58, bech32, bech32m) of any network; no checksum check. */
export function isBitcoinAddress(value: unknown): value is string {
  return typeof value === 'string' && bitcoinAddress.test(value)
}
