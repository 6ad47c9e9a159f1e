import type { AssetBook } from './assets/AssetBook.ts'
import type { Chain } from './chain/Chain.ts'
import type { KnownAddress, SigningNetwork } from './DescribeParameters.ts'
import type { DescriptorIndex } from './descriptors/DescriptorIndex.ts'

/** What one description is worked out with. */
export type Reading = {
  chain: Chain
  /** EIP-155. */
  chainId: number
  network: SigningNetwork
  /** The account that would sign; EIP-55. */
  account: `0x${string}`
  /** The verified origin of the asking page. */
  origin: string
  knownAddresses: readonly KnownAddress[]
  /** The calls leave as one operation. */
  asOperation: boolean
  /** What only the wallet itself may call; lower case. */
  guarded: readonly string[]
  assets: AssetBook
  index: DescriptorIndex
  /** Unix milliseconds. */
  now: () => number
}
