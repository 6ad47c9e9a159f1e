import { isEvmAddress } from '@latchkey/protocol'

/** Returns the form of an address for comparisons. An EVM address is the same on every EVM network. */
export function toAddressKey(address: string): string {
  // Bech32 is the same in upper case.
  return isEvmAddress(address) || /^(bc|tb|bcrt)1/i.test(address) ? address.toLowerCase() : address
}
