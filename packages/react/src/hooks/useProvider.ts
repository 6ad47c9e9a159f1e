import type { Eip1193Provider } from '@latchkey/core'
import { useLatchkeyContext } from '../provider/LatchkeyContext.ts'
import { useReadable } from './useReadable.ts'

/** The connected wallet's EIP-1193 provider, for viem, ethers and the like; undefined while nobody is connected. */
export function useProvider(): Eip1193Provider | undefined {
  const { latchkey, snapshots } = useLatchkeyContext()
  const { status } = useReadable(latchkey.connection, snapshots.connection)
  return status === 'connected' ? latchkey.connection.getProvider() : undefined
}
