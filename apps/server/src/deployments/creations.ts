import { type Address, concat, encodeAbiParameters, getCreate2Address, type Hex } from 'viem'

/**
 * Deploys contracts at addresses that depend on their code. It exists on nearly every chain. Source:
 * github.com/Arachnid/deterministic-deployment-proxy.
 */
export const create2Deployer = '0x4e59b44847b379578588920cA78FbF26c0B4956C'
/** Salt of our contracts. */
export const noSalt: Hex = `0x${'00'.repeat(32)}`

/** A contract with its address and creation code. */
export type Creation = { name: string; address: Address; code: Hex }

/**
 * Computes the address of a contract.
 *
 * @param options.addresses arguments of its constructor
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
