import {
  latchkeyAccountFactoryBytecode,
  latchkeyPaymasterBytecode,
  latchkeySessionsBytecode,
} from '@latchkey/contracts'
import type { Address, Hex } from 'viem'
import { encodeAbiParameters, getContractAddress, getCreate2Address } from 'viem/utils'
import { deriveAccounts } from './accounts.ts'

/** Contract that creates others at predictable addresses. Every anvil has it from the start, as have most public chains. */
export const create2Deployer = '0x4e59b44847b379578588920cA78FbF26c0B4956C'
/** Salt of our contracts. */
export const noSalt: Hex = `0x${'00'.repeat(32)}`

const { operator, paymasterSigner } = deriveAccounts()

/** The creation codes of the contracts of smart accounts, in the order in which they are made. */
export const smartAccountCreations = (() => {
  const sessions = latchkeySessionsBytecode
  return {
    sessions,
    factory: withAddresses(latchkeyAccountFactoryBytecode, addressOf(sessions)),
    paymaster: withAddresses(latchkeyPaymasterBytecode, operator.address, paymasterSigner.address),
  }
})()

/** Addresses of the contracts. The paymaster belongs to the local operator. The others have these addresses on every chain. */
export const smartAccountContracts = (() => {
  const factory = addressOf(smartAccountCreations.factory)
  return {
    smartAccountFactory: factory,
    smartAccountImplementation: getContractAddress({ from: factory, nonce: 1n }),
    smartAccountSessions: addressOf(smartAccountCreations.sessions),
    paymaster: addressOf(smartAccountCreations.paymaster),
  }
})()

function addressOf(bytecode: Hex): Address {
  return getCreate2Address({ from: create2Deployer, salt: noSalt, bytecode })
}

function withAddresses(bytecode: Hex, ...addresses: Address[]): Hex {
  const types = addresses.map(() => ({ type: 'address' }))
  return `${bytecode}${encodeAbiParameters(types, addresses).slice(2)}`
}
