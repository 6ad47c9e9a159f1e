import { isEvmAddress } from '@latchkey/protocol'

/** An address as it is compared: on every network of Ethereum's family one is the same person's. */
export function toAddressKey(address: string): string {
  // Bech32 is the same in capitals.
  return isEvmAddress(address) || /^(bc|tb|bcrt)1/i.test(address) ? address.toLowerCase() : address
}
