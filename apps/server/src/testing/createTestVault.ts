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

/** A factor as a client makes it: random bytes in the place of keys, because a server cannot tell them apart. */
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

/** What a device hands over for an epoch. */
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

/** The key of a test's wallet: whoever knows the wallet's id has it, so that every device of a test can open the wallet. */
export const testAccountOf = ({ walletId }: { walletId: string }) =>
  privateKeyToAccount(`0x${createHash('sha256').update(walletId).digest('hex')}`)

/** The control key of a test's wallet, in the same way. */
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

/** The body of a change as a device sends it that has opened the wallet: with the proof of its control key. */
export async function signTestChange<Body extends object>(
  { userId, deviceId }: Parties,
  { walletId }: { walletId: string },
  action: ControlAction,
  body: Body,
): Promise<Body & { proof: string }> {
  const message = await controlMessage({ action, walletId, userId, deviceId, body })
  return { ...body, proof: controlKeyOf({ walletId }).sign(message) }
}

/** The control key of a wallet, as its address names it for a device. */
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

/** The control key's word that a vault may come back; for eight days from `now` (unix milliseconds). */
export function createTestReturn({ walletId }: { walletId: string }, version: number, now = Date.now()) {
  const until = Math.floor(now / 1000) + 8 * 24 * 60 * 60
  return { version, until, proof: controlKeyOf({ walletId }).sign(returnMessage({ walletId, version, until })) }
}

/** The body of `enrolDevice` for a device that has opened the wallet. */
export function createTestEnrolment(
  parties: Parties,
  wallet: { walletId: string },
  device: DeviceShares,
  vaultVersion = 1,
): Promise<{ device: DeviceShares; vaultVersion: number; proof: string }> {
  return signTestChange(parties, wallet, 'enrol', { device, vaultVersion })
}

/** The body of `createWallet` for a device, with proofs by new keys. */
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

/** A password as somebody types it, blinded for the server, and what they do with its answer. */
export function createTestTry(password: string) {
  const input = Buffer.from(password)
  const { blind, blinded } = oprf.blind(input)
  return {
    blinded: Buffer.from(blinded).toString('base64url'),
    /** Whether the password was the right one. */
    isRight: ({ evaluated, bind }: { evaluated: string; bind: string }) =>
      bindOf(oprf.finalize(input, blind, Buffer.from(evaluated, 'base64url'))) === bind,
  }
}

/** A password factor with its key, as a client makes them; a hash stands in for Argon2id. */
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
