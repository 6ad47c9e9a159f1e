import { createHash, createHmac, randomBytes, randomUUID } from 'node:crypto'
import { type DeviceShares, deviceProofMessage, type Factor, walletProofMessage } from '@latchkey/protocol/wallet'
import { ristretto255_oprf } from 'noble-curves-2/ed25519.js'
import { privateKeyToAccount } from 'viem/accounts'
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

/** The key of a test's wallet: whoever knows the wallet's id has it, so that every device of a test can open the wallet. */
const accountOf = ({ walletId }: { walletId: string }) =>
  privateKeyToAccount(`0x${createHash('sha256').update(walletId).digest('hex')}`)

/** The body of `enrolDevice` for a device that has opened the wallet. */
export async function createTestEnrolment(
  { deviceId }: Pick<TestDevice, 'deviceId'>,
  wallet: { walletId: string },
  device: DeviceShares,
) {
  const account = accountOf(wallet)
  const { walletId } = wallet
  const message = deviceProofMessage({ walletId, deviceId, address: account.address, epoch: device.epoch })
  return { device, proof: await account.signMessage({ message }) }
}

/** The body of `createWallet` for a device, with a proof by a new key. */
export async function createTestWallet(
  { userId, deviceId }: Pick<TestDevice, 'userId' | 'deviceId'>,
  { factors = [], vault = createTestVaultBytes() }: { factors?: Factor[]; vault?: string } = {},
) {
  const walletId = randomUUID()
  const account = accountOf({ walletId })
  const vaultHash = createHash('sha256').update(Buffer.from(vault, 'base64url')).digest('hex')
  const message = walletProofMessage({ walletId, userId, deviceId, address: account.address, vaultHash })
  return {
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
    proof: await account.signMessage({ message }),
  }
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
