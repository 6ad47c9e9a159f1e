import { latchkeyResolverBytecode, nameRegistryBytecode, universalResolverBytecode } from '@latchkey/contracts'
import type { Address } from 'viem'
import { type Creation, createCreation } from '../../deployments/creations.ts'

/** Creates the deployment of an owner's resolver, which has the same address on every chain. */
export function createResolverCreation({ owner }: { owner: Address }): Creation {
  return createCreation({ name: 'LatchkeyResolver', bytecode: latchkeyResolverBytecode, addresses: [owner] })
}

/** Creates the deployment of a registry whose root belongs to an owner. */
export function createRegistryCreation({ owner }: { owner: Address }): Creation {
  return createCreation({ name: 'NameRegistry', bytecode: nameRegistryBytecode, addresses: [owner] })
}

/** Creates the deployment of the universal resolver of a registry. */
export function createUniversalResolverCreation({ registry }: { registry: Address }): Creation {
  return createCreation({ name: 'UniversalResolver', bytecode: universalResolverBytecode, addresses: [registry] })
}
