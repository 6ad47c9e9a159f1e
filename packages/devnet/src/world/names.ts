import { latchkeyResolverBytecode, universalResolverBytecode } from '@latchkey/contracts'
import type { Address, Hex } from 'viem'
import { encodeAbiParameters, getCreate2Address, keccak256 } from 'viem/utils'
import type { DevnetNames } from '../Devnet.ts'
import { deriveAccounts } from './accounts.ts'
import { contracts } from './contracts.ts'
import { create2Deployer, noSalt } from './smartAccounts.ts'

const { operator, nameSigner } = deriveAccounts()

/** Gateway of the server of `npm start` at its default port. */
export const defaultNameGateway = 'http://localhost:7101/v1/names/ccip/{sender}/{data}.json'

/** Creation codes of the operator's resolver and of the universal resolver. */
export const nameCreations = {
  resolver: withAddress(latchkeyResolverBytecode, operator.address),
  universalResolver: withAddress(universalResolverBytecode, contracts.ensRegistry),
}

/** The names of the local server's own zone. */
export const names = {
  zone: 'latchkey.eth',
  resolver: getCreate2Address({ from: create2Deployer, salt: noSalt, bytecode: nameCreations.resolver }),
  // The address on Ethereum, which viem uses by default.
  universalResolver: '0xeEeEEEeE14D718C2B47D9923Deab1335E144EeEe',
  signer: nameSigner,
} as const satisfies DevnetNames

/** Identifiers of the contracts' code. They change with the code. */
export const nameContracts = {
  resolver: names.resolver,
  universalResolver: keccak256(nameCreations.universalResolver),
} as const

function withAddress(bytecode: Hex, address: Address): Hex {
  return `${bytecode}${encodeAbiParameters([{ type: 'address' }], [address]).slice(2)}`
}
