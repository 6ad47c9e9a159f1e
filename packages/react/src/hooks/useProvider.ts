import type { Providers } from '@latchkey/core'
import type { ChainNamespace } from '@latchkey/protocol'
import { useLatchkeyContext } from '../context/LatchkeyContext.ts'
import { useReadable } from '../store/useReadable.ts'

/**
 * What the active wallet of a family is asked through: EIP-1193 for viem, ethers and the like unless another family is
 * named. Undefined while no wallet of the family is connected.
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
