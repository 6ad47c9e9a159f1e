import {
  latchkeyAccountFactoryBytecode,
  latchkeyPaymasterBytecode,
  latchkeySessionsBytecode,
} from '@latchkey/contracts'
import { smartAccountContracts } from '@latchkey/smart-account'
import { type Address, concat, encodeAbiParameters, getCreate2Address, type Hex } from 'viem'

/** Makes others at addresses that follow from their code; on nearly every chain. Source: github.com/Arachnid/deterministic-deployment-proxy. */
export const create2Deployer = '0x4e59b44847b379578588920cA78FbF26c0B4956C'
/** With which our contracts are made. */
export const noSalt: Hex = `0x${'00'.repeat(32)}`

/** A contract of smart accounts, and what makes it. */
export type Creation = { name: string; address: Address; code: Hex }

/**
 * The contracts of smart accounts in the order in which they are made. All but the paymaster are the same for everybody.
 *
 * @param options.paymaster whose it is: who takes its money out, and whose word it takes; left out: none
 * @throws Error when this build's contracts are not those of the addresses that wallets trust
 */
export function smartAccountCreations({
  paymaster,
}: {
  paymaster?: { owner: Address; signer: Address } | undefined
}): Creation[] {
  const sessions = creation('LatchkeySessions', latchkeySessionsBytecode)
  const factory = creation(
    'LatchkeyAccountFactory',
    concat([latchkeyAccountFactoryBytecode, encodeAbiParameters([{ type: 'address' }], [sessions.address])]),
  )
  if (sessions.address !== smartAccountContracts.sessions || factory.address !== smartAccountContracts.factory) {
    throw new Error('The compiled contracts are not those of the addresses that wallets trust')
  }
  if (!paymaster) return [sessions, factory]
  const types = [{ type: 'address' }, { type: 'address' }] as const
  const data = encodeAbiParameters(types, [paymaster.owner, paymaster.signer])
  return [sessions, factory, creation('LatchkeyPaymaster', concat([latchkeyPaymasterBytecode, data]))]
}

function creation(name: string, code: Hex): Creation {
  return { name, code, address: getCreate2Address({ from: create2Deployer, salt: noSalt, bytecode: code }) }
}
