import type { EvmAddress } from '@latchkey/protocol'
import type { FarcasterRegistry } from '../FarcasterRegistry.ts'

/** Creates a registry with the test's data, which counts its calls. */
export function createTestRegistry({
  owners = [],
  authAddresses = [],
  contracts = [],
}: {
  owners?: readonly (readonly [address: EvmAddress, fid: bigint])[]
  authAddresses?: readonly (readonly [address: EvmAddress, fid: bigint])[]
  /** Contracts that accept every signature. */
  contracts?: readonly EvmAddress[]
}): FarcasterRegistry & { asked: () => number } {
  let asked = 0
  const count = <Value>(value: Value) => {
    asked += 1
    return Promise.resolve(value)
  }
  return {
    asked: () => asked,
    fidOf: (address) => count(owners.find(([owner]) => owner === address)?.[1] ?? 0n),
    isAuthAddress: ({ fid, address }) =>
      count(authAddresses.some(([key, account]) => key === address && account === fid)),
    isContractSignature: ({ address }) => count(contracts.includes(address)),
  }
}
