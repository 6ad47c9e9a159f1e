import { createHash, createHmac, createPrivateKey, createPublicKey, randomBytes, randomUUID, sign } from 'node:crypto'
import {
  type ControlAction,
  controlKeyClaim,
  controlMessage,
  type DeviceShares,
  type Factor,
  returnMessage,
} from '@latchkey/protocol/wallet'
import { ristretto255_oprf } from 'noble-curves-2/ed25519.js'
import { privateKeyToAccount } from 'viem/accounts'
import { keccak256 } from 'viem/utils'
import type { TestDevice } from './createTestOrigin.ts'

const random = (length: number) => randomBytes(length).toString('base64url')

/** Creates a factor like a client: random bytes instead of keys, because a server cannot distinguish them. */
export function createTestFactor(change: Partial<Factor> = {}): Factor {
  return {
    id: randomUUID(),
    kind: 'backupCode',
    pub: random(32),
    meta: { salt: random(16), bind: random(32) },
    mac: random(32),
    createdAt: new Date().toISOString(),
    ...change,
  }
}

/** Creates a device's upload for an epoch. */
export function createTestShares(epoch: number, factors: readonly { id: string }[] = []): DeviceShares {
  return {
    epoch,
    share: random(33),
    sealed: factors.map(({ id }) => ({ factorId: id, enc: random(32), ct: random(49) })),
  }
}

/** Sealed bytes. */
export const createTestVaultBytes = (): string => random(200)

type Parties = Pick<TestDevice, 'userId' | 'deviceId'>

/** The key of a test's wallet. It derives from the wallet's id, so that every device of a test can open the wallet. */
export const testAccountOf = ({ walletId }: { walletId: string }) =>
  privateKeyToAccount(`0x${createHash('sha256').update(walletId).digest('hex')}`)

/** The control key of a test's wallet, derived in the same way. */
function controlKeyOf({ walletId }: { walletId: string }) {
  const seed = createHash('sha256').update(`control ${walletId}`).digest()
  const der = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed])
  const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
  const publicKey = createPublicKey(privateKey).export({ format: 'der', type: 'spki' }).subarray(-32)
  return {
    controlKey: publicKey.toString('base64url'),
    sign: (message: Uint8Array) => sign(null, message, privateKey).toString('base64url'),
  }
}

/** Creates the body of a change, as from a device that has opened the wallet: with the proof of its control key. */
export async function signTestChange<Body extends object>(
  { userId, deviceId }: Parties,
  { walletId }: { walletId: string },
  action: ControlAction,
  body: Body,
): Promise<Body & { proof: string }> {
  const message = await controlMessage({ action, walletId, userId, deviceId, body })
  return { ...body, proof: controlKeyOf({ walletId }).sign(message) }
}

/** Creates a wallet's control key, signed by its address for a device. */
export async function createTestClaim(
  { userId, deviceId }: Parties,
  { walletId }: { walletId: string },
): Promise<{ controlKey: string; addressProof: string }> {
  const account = testAccountOf({ walletId })
  const { controlKey } = controlKeyOf({ walletId })
  const { address } = account
  const hash = keccak256(controlKeyClaim({ walletId, userId, deviceId, address, controlKey }))
  return { controlKey, addressProof: await account.sign({ hash }) }
}

/** Creates the control key's permission for the return of a vault, valid for eight days from `now` (Unix milliseconds). */
export function createTestReturn({ walletId }: { walletId: string }, version: number, now = Date.now()) {
  const until = Math.floor(now / 1000) + 8 * 24 * 60 * 60
  return { version, until, proof: controlKeyOf({ walletId }).sign(returnMessage({ walletId, version, until })) }
}

/** Creates the body of `enrolDevice` for a device that has opened the wallet. */
export function createTestEnrolment(
  parties: Parties,
  wallet: { walletId: string },
  device: DeviceShares,
  vaultVersion = 1,
): Promise<{ device: DeviceShares; vaultVersion: number; proof: string }> {
  return signTestChange(parties, wallet, 'enrol', { device, vaultVersion })
}

/** Creates the body of `createWallet` for a device, with proofs of new keys. */
export async function createTestWallet(
  parties: Parties,
  { factors = [], vault = createTestVaultBytes() }: { factors?: Factor[]; vault?: string } = {},
) {
  const walletId = randomUUID()
  const account = testAccountOf({ walletId })
  const body = {
    walletId,
    address: account.address,
    vault,
    accounts: [
      {
        namespace: 'eip155' as const,
        address: account.address,
        type: 'eoa' as const,
        path: "m/44'/60'/0'/0/0",
        publicKey: account.publicKey,
      },
    ],
    factors,
    device: createTestShares(1, factors),
    ...(await createTestClaim(parties, { walletId })),
  }
  return signTestChange(parties, { walletId }, 'create', body)
}

const { oprf } = ristretto255_oprf

/** A visitor's password, blinded for the server, and the check of the server's answer. */
export function createTestTry(password: string) {
  const input = Buffer.from(password)
  const { blind, blinded } = oprf.blind(input)
  return {
    blinded: Buffer.from(blinded).toString('base64url'),
    /** Returns whether the password was right. */
    isRight: ({ evaluated, bind }: { evaluated: string; bind: string }) =>
      bindOf(oprf.finalize(input, blind, Buffer.from(evaluated, 'base64url'))) === bind,
  }
}

/** Creates a password factor with its key, like a client, but with a hash instead of Argon2id. */
export function createTestPassword(password = 'correct horse battery staple') {
  const { secretKey, publicKey } = oprf.generateKeyPair()
  const input = Buffer.from(password)
  const { blind, blinded } = oprf.blind(input)
  const output = oprf.finalize(input, blind, oprf.blindEvaluate(secretKey, blinded))
  const passwordKey = Buffer.from(secretKey).toString('base64url')
  const meta = { bind: bindOf(output), oprf: Buffer.from(publicKey).toString('base64url') }
  return { factor: createTestFactor({ kind: 'password', meta }), passwordKey }
}

function bindOf(output: Uint8Array): string {
  return createHmac('sha256', output).update('bind').digest('base64url')
}
