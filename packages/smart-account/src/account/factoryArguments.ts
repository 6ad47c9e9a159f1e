import { zeroAddress, zeroHash } from 'viem'
import type { AccountOwner } from './AccountOwner.ts'

/** Returns the owner as arguments of the factory. */
export function factoryArguments({ address = zeroAddress, passkey, salt = 0n }: AccountOwner) {
  const { x, y, rpIdHash } = passkey ?? { x: zeroHash, y: zeroHash, rpIdHash: zeroHash }
  return [address, x, y, rpIdHash, salt] as const
}
