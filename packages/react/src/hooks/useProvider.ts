import type { Providers } from '@latchkey/core'
import type { ChainNamespace } from '@latchkey/protocol'
import { useLatchkeyContext } from '../context/LatchkeyContext.ts'
import { useReadable } from '../store/useReadable.ts'

/**
 * Returns the provider of the active wallet of a family: an EIP-1193 provider for viem or ethers, unless you name another family.
 * Undefined while no wallet of the family is connected.
 *
 * @example const provider = useProvider()
 */
export function useProvider<Namespace extends ChainNamespace = 'eip155'>(
  namespace?: Namespace,
): Providers[Namespace] | undefined {
  const { latchkey, snapshots } = useLatchkeyContext()
  useReadable(latchkey.connection, snapshots.connection)
  return latchkey.connection.getProvider(namespace)
}
