import type { AssetBook } from './assets/AssetBook.ts'
import type { Chain } from './chain/Chain.ts'
import type { KnownAddress, SigningNetwork } from './DescribeParameters.ts'
import type { DescriptorIndex } from './descriptors/DescriptorIndex.ts'

/** Context of one description. */
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
  /** The calls become one operation. */
  asOperation: boolean
  /** Contracts that only the wallet itself may call; lowercase. */
  guarded: readonly string[]
  assets: AssetBook
  index: DescriptorIndex
  /** Unix milliseconds. */
  now: () => number
}
