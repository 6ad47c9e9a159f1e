import {
  latchkeyAccountFactoryBytecode,
  latchkeyPaymasterBytecode,
  latchkeySessionsBytecode,
} from '@latchkey/contracts'
import { smartAccountContracts } from '@latchkey/smart-account'
import type { Address } from 'viem'
import { type Creation, createCreation } from '../../deployments/creations.ts'

/**
 * Returns the contracts of smart accounts in the order of their deployment. All except the paymaster are equal for every
 * operator.
 *
 * @param options.paymaster its owner, who can withdraw, and its signer; undefined for none
 * @throws Error if this build's contracts do not match the addresses that wallets trust
 */
export function smartAccountCreations({
  paymaster,
}: {
  paymaster?: { owner: Address; signer: Address } | undefined
}): Creation[] {
  const sessions = createCreation({ name: 'LatchkeySessions', bytecode: latchkeySessionsBytecode })
  const factory = createCreation({
    ...{ name: 'LatchkeyAccountFactory', bytecode: latchkeyAccountFactoryBytecode },
    addresses: [sessions.address],
  })
  if (sessions.address !== smartAccountContracts.sessions || factory.address !== smartAccountContracts.factory) {
    throw new Error('The compiled contracts do not match the addresses that wallets trust')
  }
  if (!paymaster) return [sessions, factory]
  const addresses = [paymaster.owner, paymaster.signer]
  const own = createCreation({ name: 'LatchkeyPaymaster', bytecode: latchkeyPaymasterBytecode, addresses })
  return [sessions, factory, own]
}
