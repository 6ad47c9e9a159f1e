import { isEvmAddress } from '@latchkey/protocol'

/** An address as it is compared: on every network of Ethereum's family one is the same person's. */
export function toAddressKey(address: string): string {
  return isEvmAddress(address) ? address.toLowerCase() : address
}
