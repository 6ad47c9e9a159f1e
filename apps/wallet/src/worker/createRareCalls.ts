import { encodeBase58 } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import type { Factor } from '@latchkey/protocol/wallet'
import {
  answerHandover,
  type Bytes,
  concatBytes,
  createFactor,
  createKeystore,
  createSalt,
  deriveAccounts,
  deriveBitcoinKeys,
  deriveFactorKeyPair,
  derivePasswordSecret,
  deriveSolanaKey,
  equalBytes,
  fromBase64Url,
  type KeystoreParams,
  keystoreParams,
  openDataKey,
  openShare,
  type PasswordParams,
  parseBackupCode,
  passwordParams,
  sealDataKey,
  sealToFactors,
  verifyFactorBinding,
  wipe,
} from '@latchkey/vault'
import type { FactorSecret } from './KeyWorkerCalls.ts'
import type { RareCalls } from './RareCalls.ts'
import type { RunSigners } from './SignerCalls.ts'
import { signFamily } from './signFamily.ts'

/**
 * Makes everything that the rare worker does.
 *
 * @param options.signers sign for the families that are not Ethereum-type, each in a worker of its own
 * @param options.costs how hard passwords are made to guess; the vault's own unless a test has no time
 */
export function createRareCalls({
  signers,
  costs = { password: passwordParams, keystore: keystoreParams },
}: {
  signers: RunSigners
  costs?: { password: PasswordParams; keystore: KeystoreParams }
}): RareCalls {
  return {
    // Main networks first: what is shown of a wallet without a network are those.
    deriveAccounts: async ({ seed }) => deriveAccounts({ seed, networks: ['mainnet', 'testnet', 'regtest'] }),
    openRecoveryShare,
    sealToFactors: async (options) => (await sealToFactors(options)).sealed,
    createFactor: async ({ secret, ...options }) => {
      const salt = createSalt()
      const params = secret.kind === 'password' ? costs.password : undefined
      const bytes = await toSecretBytes({ secret, salt, params })
      const credentialId = secret.kind === 'passkey' ? secret.credentialId : undefined
      const factor = await createFactor({ ...options, kind: secret.kind, secret: bytes, salt, credentialId, params })
      wipe(bytes)
      return factor
    },
    exportKey: async ({ namespace, seed }) => {
      if (namespace === 'bip122') return toWif(deriveBitcoinKeys({ seed }).segwit.privateKey)
      // The 64 bytes that Solana wallets read: the key, then its public key.
      const { privateKey, publicKey } = deriveSolanaKey({ seed })
      return encodeBase58(concatBytes(privateKey, publicKey))
    },
    signFamily: (options) => signFamily({ ...options, signers }),
    createKeystore: (options) => createKeystore({ ...options, params: costs.keystore }),
    answerHandover: (options) => answerHandover(options),
    sealDataKey: (options) => sealDataKey(options),
    openDataKey: (options) => openDataKey(options),
  }
}

/** The bytes that a factor's keys are derived from. */
async function toSecretBytes({
  secret,
  salt,
  params,
}: {
  secret: FactorSecret
  salt: Uint8Array
  params?: PasswordParams | undefined
}): Promise<Bytes> {
  if (secret.kind === 'passkey') return secret.prf
  if (secret.kind === 'backupCode') return parseBackupCode(secret.code)
  return derivePasswordSecret({ password: secret.password, salt, params })
}

async function openRecoveryShare({
  walletId,
  address,
  factor,
  secret,
  deviceId,
  epoch,
  sealed,
}: {
  walletId: string
  address: string
  factor: Factor
  secret: FactorSecret
  deviceId: string
  epoch: number
  sealed: { enc: string; ct: string }
}): Promise<Bytes> {
  if (factor.kind !== secret.kind) throw new ServiceError('recovery_failed')
  const salt = fromBase64Url(factor.meta.salt)
  const bytes = await toSecretBytes({ secret, salt, params: factor.meta.params })
  try {
    // First of all: a server that swapped the wallet is found out before anything of it is opened.
    if (!(await verifyFactorBinding({ factor, secret: bytes, address }))) throw new ServiceError('recovery_failed')
    const { privateKey, publicKey } = await deriveFactorKeyPair({ kind: factor.kind, secret: bytes, salt })
    if (!equalBytes(publicKey, fromBase64Url(factor.pub))) throw new ServiceError('recovery_failed')
    const share = await openShare({
      privateKey,
      enc: fromBase64Url(sealed.enc),
      ct: fromBase64Url(sealed.ct),
      walletId,
      deviceId,
      epoch,
    })
    wipe(privateKey)
    return share
  } finally {
    wipe(bytes)
  }
}

/** Wallet import format of a compressed main-network key: Base58Check over 0x80, key, 0x01. */
async function toWif(privateKey: Bytes): Promise<string> {
  const payload = concatBytes(Uint8Array.of(0x80), privateKey, Uint8Array.of(0x01))
  const once = await crypto.subtle.digest('SHA-256', payload)
  const twice = new Uint8Array(await crypto.subtle.digest('SHA-256', once))
  return encodeBase58(concatBytes(payload, twice.subarray(0, 4)))
}
