import { pbkdf2Sync } from 'node:crypto'
import { HDKey, privateKeyToAccount } from 'viem/accounts'
import { bytesToHex } from 'viem/utils'
import type { DevnetAccount } from '../Devnet.ts'

/**
 * All keys of the local chains are derived from this public sentence. Anything sent to one of its addresses on a public chain
 * is lost.
 */
export const publicMnemonic = 'all people know this key never keep real gold inside local purse'

/** A local account that can sign. */
export type Signer = ReturnType<typeof privateKeyToAccount>

/** The accounts of a local chain. */
export type WorldAccounts = {
  faucet: DevnetAccount
  /** Owns the tokens and the liquidity of the pools. */
  deployer: DevnetAccount
  /** Accounts for visitors and tests. */
  people: readonly DevnetAccount[]
  /** Trade on the markets. */
  traders: readonly DevnetAccount[]
  /** Owns the paymaster. */
  operator: DevnetAccount
  /** Sends the operations of smart accounts (ERC-4337); 10,000 ETH on every chain. */
  executor: DevnetAccount
  /** Signs for which operations the paymaster pays; has no money. */
  paymasterSigner: DevnetAccount
  /** Signs the gateway's answers about names; has no funds. */
  nameSigner: DevnetAccount
  /** Pays out onramp orders; has plenty of ETH and of the plain tokens on every chain. */
  treasury: DevnetAccount
}

/** Derives the accounts from the public mnemonic, path `m/44'/60'/0'/0/n`. Source: BIP-39, BIP-32, BIP-44. */
export function deriveAccounts(): WorldAccounts {
  const account = createDerivation()
  return {
    faucet: account('Faucet', 0),
    deployer: account('Deployer', 1),
    people: ['Ada', 'Ben', 'Cleo', 'Dan'].map((name, index) => account(name, 2 + index)),
    traders: Array.from({ length: 6 }, (_, index) => account(`Trader ${index + 1}`, 10 + index)),
    operator: account('Operator', 20),
    executor: account('Executor', 21),
    paymasterSigner: account('Paymaster signer', 22),
    nameSigner: account('Name signer', 23),
    treasury: account('Treasury', 24),
  }
}

/** Gives an account of the public mnemonic by its index. */
export function createDerivation(): (name: string, index: number) => DevnetAccount {
  const seed = pbkdf2Sync(publicMnemonic, 'mnemonic', 2048, 64, 'sha512')
  const root = HDKey.fromMasterSeed(new Uint8Array(seed)).derive("m/44'/60'/0'/0")
  return (name, index) => {
    const key = root.deriveChild(index).privateKey
    if (!key) throw new Error(`no private key at index ${index}`)
    const privateKey = bytesToHex(key)
    return { name, address: privateKeyToAccount(privateKey).address, privateKey }
  }
}
