import { entryPoint08 } from '@latchkey/smart-account'
import type { Address } from 'viem'
import { createSteps, type DeploymentChain } from '../../deployments/createSteps.ts'
import { create2Deployer } from '../../deployments/creations.ts'
import { fundPaymaster, type PaymasterFunds } from './fundPaymaster.ts'
import { smartAccountCreations } from './smartAccountCreations.ts'

/** Contracts and funds of a deployment. */
export type Deployment = DeploymentChain & {
  /** The operator's paymaster; undefined if accounts pay for themselves. */
  paymaster?: ({ owner: Address; signer: Address } & PaymasterFunds) | undefined
}

/**
 * Deploys the contracts of smart accounts on a chain. Existing ones stay unchanged, so a repeated run costs nothing.
 *
 * @returns the paymaster's address, and the actual or estimated cost in wei
 * @throws Error with a sentence if the chain lacks something, or a transaction fails; previous steps stay in effect
 */
export async function deploySmartAccounts({
  paymaster,
  ...chain
}: Deployment): Promise<{ paymaster: Address | undefined; cost: bigint }> {
  const { reader, deployer, say } = chain
  const { isThere, send, make } = createSteps(chain)
  if (!(await isThere(entryPoint08))) {
    throw new Error(
      `There is no EntryPoint v0.8 at ${entryPoint08}: this chain has no smart accounts of ERC-4337 v0.8 yet`,
    )
  }
  if (!(await isThere(create2Deployer))) {
    throw new Error(`There is no CREATE2 deployer at ${create2Deployer}; deploy it first`)
  }

  let cost = 0n
  const creations = smartAccountCreations({ paymaster })
  for (const creation of creations) cost += await make(creation)
  const made = creations.find(({ name }) => name === 'LatchkeyPaymaster')
  if (paymaster && made) {
    if (await isThere(made.address))
      cost += await fundPaymaster({ reader, send, paymaster: made.address, deployer, funds: paymaster, say })
    else say('LatchkeyPaymaster: fund it and set its budget after the deployment')
  }
  return { paymaster: made?.address, cost }
}
