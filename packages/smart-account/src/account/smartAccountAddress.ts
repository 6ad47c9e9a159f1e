import { concat, encodeAbiParameters, getContractAddress, keccak256 } from 'viem/utils'
import { smartAccountContracts } from '../contracts/addresses.ts'
import type { AccountOwner } from './AccountOwner.ts'
import { factoryArguments } from './factoryArguments.ts'

/**
 * Returns the address of an owner's smart account. It is the same on every chain, before and after the deployment.
 *
 * Source: EIP-1014 (CREATE2), ERC-1167 (minimal proxy).
 *
 * @example
 * smartAccountAddress({ address: '0xf39F…2266' }) // '0x…'
 */
export function smartAccountAddress(owner: AccountOwner): `0x${string}` {
  const word = { type: 'bytes32' } as const
  const types = [{ type: 'address' }, word, word, word, { type: 'uint256' }] as const
  return getContractAddress({
    opcode: 'CREATE2',
    from: smartAccountContracts.factory,
    salt: keccak256(encodeAbiParameters(types, factoryArguments(owner))),
    bytecode: proxyOf(smartAccountContracts.implementation),
  })
}

/** Returns the creation code of a minimal proxy. Source: ERC-1167, in the form of OpenZeppelin's `Clones`. */
function proxyOf(implementation: `0x${string}`): `0x${string}` {
  return concat(['0x3d602d80600a3d3981f3363d3d373d3d3d363d73', implementation, '0x5af43d82803e903d91602b57fd5bf3'])
}
