import { latchkeyResolverBytecode, nameRegistryBytecode, universalResolverBytecode } from '@latchkey/contracts'
import type { Address } from 'viem'
import { type Creation, createCreation } from '../../deployments/creations.ts'

/** The resolver of an owner: at the same address on every chain. */
export function createResolverCreation({ owner }: { owner: Address }): Creation {
  return createCreation({ name: 'LatchkeyResolver', bytecode: latchkeyResolverBytecode, addresses: [owner] })
}

/** A registry of names whose root belongs to an owner. */
export function createRegistryCreation({ owner }: { owner: Address }): Creation {
  return createCreation({ name: 'NameRegistry', bytecode: nameRegistryBytecode, addresses: [owner] })
}

/** What resolves the names of a registry. */
export function createUniversalResolverCreation({ registry }: { registry: Address }): Creation {
  return createCreation({ name: 'UniversalResolver', bytecode: universalResolverBytecode, addresses: [registry] })
}
