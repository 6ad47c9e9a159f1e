import { latchkeyResolverAbi } from '@latchkey/contracts'
import type { Hex } from 'viem'
import { labelhash, namehash } from 'viem/ens'
import { concat, encodeFunctionData } from 'viem/utils'
import { ensAbi } from '../world/abis.ts'
import { defaultNameGateway, nameCreations } from '../world/names.ts'
import { create2Deployer, noSalt } from '../world/smartAccounts.ts'
import type { World } from '../world/World.ts'
import type { ManualChain } from './ManualChain.ts'

/**
 * Creates the zone of the local server's names. The operator owns it. Its resolver asks the server, and answers for all names
 * below the zone and for addresses without a name in the registry. Call it after the people's names and the operator's money
 * exist. The transactions are pending afterwards.
 */
export async function seedZone({ chain, world }: { chain: ManualChain; world: World }): Promise<void> {
  const { deployer, operator } = world.accounts
  const { ensRegistry } = world.contracts
  const { zone, resolver, signer } = world.names
  const creation = concat([noSalt, nameCreations.resolver])
  await chain.send({ from: operator, to: create2Deployer, data: creation, gas: 3_000_000n })
  const set = (data: Hex) => chain.send({ from: operator, to: resolver, data })
  await set(encodeFunctionData({ abi: latchkeyResolverAbi, functionName: 'setUrls', args: [[defaultNameGateway]] }))
  await set(encodeFunctionData({ abi: latchkeyResolverAbi, functionName: 'addSigner', args: [signer.address] }))

  const [label = '', parent = ''] = zone.split('.')
  const record = [namehash(parent), labelhash(label), operator.address, resolver, 0n] as const
  const makeZone = encodeFunctionData({ abi: ensAbi, functionName: 'setSubnodeRecord', args: record })
  await chain.send({ from: deployer, to: ensRegistry, data: makeZone })
  // At `reverse`, above `addr.reverse`: existing records of addresses are not affected.
  const reverse = [namehash('reverse'), resolver] as const
  const answerReverse = encodeFunctionData({ abi: ensAbi, functionName: 'setResolver', args: reverse })
  await chain.send({ from: deployer, to: ensRegistry, data: answerReverse })
}
