import { type Address, concat, encodeAbiParameters, getCreate2Address, type Hex } from 'viem'

/** Makes others at addresses that follow from their code; on nearly every chain. Source: github.com/Arachnid/deterministic-deployment-proxy. */
export const create2Deployer = '0x4e59b44847b379578588920cA78FbF26c0B4956C'
/** With which our contracts are made. */
export const noSalt: Hex = `0x${'00'.repeat(32)}`

/** A contract, and what makes it. */
export type Creation = { name: string; address: Address; code: Hex }

/**
 * Says where a contract comes to lie.
 *
 * @param options.addresses what its constructor takes
 */
export function createCreation({
  name,
  bytecode,
  addresses = [],
}: {
  name: string
  bytecode: Hex
  addresses?: readonly Address[]
}): Creation {
  const types = addresses.map(() => ({ type: 'address' }) as const)
  const code = concat([bytecode, encodeAbiParameters(types, addresses)])
  return { name, code, address: getCreate2Address({ from: create2Deployer, salt: noSalt, bytecode: code }) }
}
