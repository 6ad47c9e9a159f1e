import { encodeBase58 } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import {
  answerDeviceTransfer,
  type Bytes,
  blindPassword,
  concatBytes,
  controlKeyOf,
  createFactor,
  createKeystore,
  createPasswordKey,
  createSalt,
  deriveAccounts,
  deriveBitcoinKeys,
  deriveEvaluatedSecret,
  deriveSolanaKey,
  evaluateWithKey,
  fromBase64Url,
  type KeystoreParams,
  keystoreParams,
  openDataKey,
  type PasswordParams,
  parseBackupCode,
  passwordParams,
  sealDataKey,
  sealDeviceBox,
  sealToFactors,
  signControl,
  toBase64Url,
  unblindPassword,
  verifyControl,
  verifyFactorBinding,
  wipe,
} from '@latchkey/vault'
import { openLockedBox } from './openLockedBox.ts'
import { openRecoveryShares } from './openRecoveryShares.ts'
import type { RareCalls } from './RareCalls.ts'
import type { RunSigners } from './SignerCalls.ts'
import { signFamily } from './signFamily.ts'

/**
 * Creates all calls of the rare worker.
 *
 * @param options.signers sign for the families other than EVM, each in a separate worker
 * @param options.costs costs of password hashes; tests pass lower ones than the vault's
 */
export function createRareCalls({
  signers,
  costs = { password: passwordParams, keystore: keystoreParams },
}: {
  signers: RunSigners
  costs?: { password: PasswordParams; keystore: KeystoreParams }
}): RareCalls {
  return {
    // Main networks first: those are shown of a wallet without a network.
    deriveAccounts: async ({ seed }) => deriveAccounts({ seed, networks: ['mainnet', 'testnet', 'regtest'] }),
    controlKey: async ({ seed }) => toBase64Url(controlKeyOf({ seed })),
    signControl: async (options) => toBase64Url(signControl(options)),
    verifyControl: async ({ controlKey, message, proof }) =>
      verifyControl({ controlKey: fromBase64Url(controlKey), message, proof: fromBase64Url(proof) }),
    openRecoveryShares: (options) => openRecoveryShares({ ...options, params: costs.password }),
    openLockedBox,
    lockBox: ({ factors, ...options }) =>
      Promise.all(
        factors.map(async ({ id, pub }) => {
          const { enc, ct } = await sealDeviceBox({ ...options, publicKey: fromBase64Url(pub) })
          return { factorId: id, enc: toBase64Url(enc), ct: toBase64Url(ct) }
        }),
      ),
    blindPassword: async (options) => blindPassword(options),
    checkPassword: (options) => checkPassword({ ...options, params: costs.password }),
    sealToFactors: async (options) => (await sealToFactors(options)).sealed,
    createFactor: (options) => makeFactor({ ...options, params: costs.password }),
    exportKey: async ({ namespace, seed }) => {
      if (namespace === 'bip122') return toWif(deriveBitcoinKeys({ seed }).segwit.privateKey)
      // The 64 bytes that Solana wallets read: the key, then its public key.
      const { privateKey, publicKey } = deriveSolanaKey({ seed })
      return encodeBase58(concatBytes(privateKey, publicKey))
    },
    signFamily: (options) => signFamily({ ...options, signers }),
    createKeystore: (options) => createKeystore({ ...options, params: costs.keystore }),
    answerDeviceTransfer: (options) => answerDeviceTransfer(options),
    sealDataKey: (options) => sealDataKey(options),
    openDataKey: (options) => openDataKey(options),
  }
}

/** Creates a factor. A password gets its own key, which the server and the vault keep; other factors get a public salt. */
async function makeFactor({
  secret,
  params,
  ...options
}: Parameters<RareCalls['createFactor']>[0] & { params: PasswordParams }): ReturnType<RareCalls['createFactor']> {
  if (secret.kind === 'password') {
    const { password } = secret
    const { key, publicKey } = createPasswordKey()
    const output = evaluateWithKey({ password, walletId: options.walletId, factorId: options.id, key })
    const bytes = await deriveEvaluatedSecret({ password, output, params })
    const factor = await createFactor({ ...options, kind: 'password', secret: bytes, oprf: publicKey })
    wipe(output, bytes)
    return { factor, passwordKey: key }
  }
  const { kind } = secret
  const bytes = secret.kind === 'passkey' ? secret.prf : parseBackupCode(secret.code)
  const credentialId = secret.kind === 'passkey' ? secret.credentialId : undefined
  const factor = await createFactor({ ...options, kind, secret: bytes, salt: createSalt(), credentialId })
  wipe(bytes)
  return { factor, passwordKey: null }
}

/** Returns the secret of a password by the server's answer; null if it is not the password of this wallet. */
async function checkPassword({
  password,
  walletId,
  factorId,
  blind,
  evaluated,
  bind,
  address,
  params,
}: Parameters<RareCalls['checkPassword']>[0] & { params: PasswordParams }): Promise<Bytes | null> {
  const output = unblind({ password, walletId, factorId, blind, evaluated })
  const secret = await deriveEvaluatedSecret({ password, output, params })
  wipe(output)
  if (await verifyFactorBinding({ factor: { meta: { bind } }, secret, address })) return secret
  wipe(secret)
  return null
}

function unblind(options: Parameters<typeof unblindPassword>[0]): Bytes {
  try {
    return unblindPassword(options)
  } catch {
    throw new ServiceError('response_invalid')
  }
}

/** Wallet import format of a compressed main-network key: Base58Check over 0x80, key, 0x01. */
async function toWif(privateKey: Bytes): Promise<string> {
  const payload = concatBytes(Uint8Array.of(0x80), privateKey, Uint8Array.of(0x01))
  const once = await crypto.subtle.digest('SHA-256', payload)
  const twice = new Uint8Array(await crypto.subtle.digest('SHA-256', once))
  return encodeBase58(concatBytes(payload, twice.subarray(0, 4)))
}
