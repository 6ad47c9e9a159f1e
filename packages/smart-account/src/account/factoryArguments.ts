import { zeroAddress, zeroHash } from 'viem'
import type { AccountOwner } from './AccountOwner.ts'

/** The owner as the factory takes it. */
export function factoryArguments({ address = zeroAddress, passkey, salt = 0n }: AccountOwner) {
  return [address, passkey?.x ?? zeroHash, passkey?.y ?? zeroHash, salt] as const
}
