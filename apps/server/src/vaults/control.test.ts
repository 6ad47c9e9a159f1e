import { randomBytes, randomUUID } from 'node:crypto'
import { controlKeyClaim, controlMessage } from '@latchkey/protocol/wallet'
import { eq } from 'drizzle-orm'
import { keccak256, stringToHex } from 'viem/utils'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestOrigin, type TestDevice, type TestOrigin } from '../testing/createTestOrigin.ts'
import {
  createTestClaim,
  createTestEnrolment,
  createTestFactor,
  createTestReturn,
  createTestShares,
  createTestVaultBytes,
  createTestWallet,
  signTestChange,
  testAccountOf,
} from '../testing/createTestVault.ts'
import { wallets } from './schema.ts'

let origin: TestOrigin
beforeAll(async () => {
  origin = await createTestOrigin()
})
afterAll(() => origin.stop())

/** An owner with a wallet, and a thief who reads their email: a fresh login with a code on the thief's device. */
async function startTheft() {
  const email = `${randomUUID()}@example.com`
  const owner = await origin.signIn({ email })
  const factors = [createTestFactor()]
  const wallet = await createTestWallet(owner, { factors })
  expect((await owner.call('POST', '/v1/wallet', wallet)).status).toBe(200)
  const thief = await origin.signIn({ email })
  return { email, owner, thief, factors, wallet }
}

/** The wallet as the server returns it, without the changing seconds until the lock. */
async function readWallet(device: TestDevice) {
  const { locksIn: _seconds, ...wallet } = (await device.call('GET', '/v1/wallet')).json as Record<string, unknown>
  return wallet
}

/** A wallet from the time before control keys. */
async function startOld() {
  const theft = await startTheft()
  await origin.context.database.update(wallets).set({ controlKey: null }).where(eq(wallets.id, theft.wallet.walletId))
  return theft
}

/** Returns every change of a wallet, with the body from a device that has opened the wallet. */
function changesOf({ factors, wallet }: Awaited<ReturnType<typeof startTheft>>) {
  const added = createTestFactor()
  const vault = { vault: createTestVaultBytes(), vaultVersion: 1 }
  const back = createTestReturn(wallet, 1)
  return {
    enrol: ['/v1/wallet/device', { device: createTestShares(1, factors), vaultVersion: 1 }],
    addFactor: ['/v1/wallet/factors', { ...vault, factor: added, device: createTestShares(2, [...factors, added]) }],
    removeFactor: ['/v1/wallet/factors/remove', { ...vault, factorId: factors[0]?.id }],
    rotate: ['/v1/wallet/rotate', { ...vault, factors, device: createTestShares(2, factors), return: back }],
    updateVault: ['/v1/wallet/vault', { ...vault, accounts: [] }],
    undoRotation: ['/v1/wallet/undo', { archiveId: randomUUID(), return: back }],
  } as const
}

describe('a thief with the mailbox and any signature that a site can get', () => {
  test('finding F1: threat 142: enrolls no device, so neither recovery nor wallet is affected (P1, P2)', async () => {
    const theft = await startTheft()
    const { owner, thief, factors, wallet } = theft
    const { walletId } = wallet
    const account = testAccountOf({ walletId })
    const address = account.address.toLowerCase()
    const { userId, deviceId } = thief
    const shares = createTestShares(1, factors)
    const body = { device: shares, vaultVersion: 1 }
    const parties = { walletId, userId, deviceId }
    const text = new TextDecoder().decode(await controlMessage({ ...parties, action: 'enrol', body }))
    const claim = controlKeyClaim({ ...parties, address, controlKey: 'A'.repeat(43) })
    // Old and new texts and their bytes, signed as `personal_sign` and typed data.
    const signatures = await Promise.all([
      account.signMessage({
        message: `Latchkey device\nwallet: ${walletId}\ndevice: ${deviceId}\naddress: ${address}\nepoch: 1`,
      }),
      account.signMessage({ message: text }),
      account.signMessage({ message: { raw: claim } }),
      account.signMessage({ message: { raw: keccak256(claim) } }),
      account.signMessage({ message: { raw: keccak256(stringToHex(text)) } }),
      account.signTypedData({
        domain: {},
        types: { Control: [{ name: 'text', type: 'string' }] },
        primaryType: 'Control',
        message: { text },
      }),
    ])
    // The thief adds their own key to them.
    for (const addressProof of signatures) {
      const control = { controlKey: randomBytes(32).toString('base64url'), addressProof }
      const proof = Buffer.from(addressProof.slice(2), 'hex').subarray(0, 64).toString('base64url')
      for (const tried of [
        { ...body, proof },
        { ...body, control, proof },
      ])
        expect((await thief.call('POST', '/v1/wallet/device', tried)).json.code).toBe('signature_invalid')
      const old = await thief.call('POST', '/v1/wallet/device', { device: shares, proof: addressProof })
      expect(old.status).toBe(422)
    }
    const [path, fields] = changesOf(theft).rotate
    const rotated = await thief.call('POST', path, { ...fields, proof: 'A'.repeat(86) })
    expect(rotated.json.code).toBe('device_not_enrolled')
    const recovered = await owner.call('POST', '/v1/wallet/recover', { factorId: factors[0]?.id })
    expect(recovered.json).toEqual({
      sets: [{ deviceId: owner.deviceId, epoch: 1, share: wallet.device.share, sealed: wallet.device.sealed[0] }],
    })
    expect((await owner.call('GET', '/v1/wallet')).json).toMatchObject({ vault: wallet.vault, vaultVersion: 1 })
  })

  test('finding F1: threat 142: names no control key, even for a wallet without one', async () => {
    const { owner, thief, factors, wallet } = await startOld()
    const { walletId } = wallet
    const { userId, deviceId } = thief
    const controlKey = randomBytes(32).toString('base64url')
    const claim = controlKeyClaim({ walletId, userId, deviceId, address: wallet.address, controlKey })
    const addressProof = await testAccountOf({ walletId }).signMessage({ message: { raw: claim } })
    const body = { device: createTestShares(1, factors), vaultVersion: 1, control: { controlKey, addressProof } }
    const enrolled = await thief.call('POST', '/v1/wallet/device', { ...body, proof: 'A'.repeat(86) })
    expect(enrolled.json.code).toBe('signature_invalid')
    const named = await thief.call('POST', '/v1/wallet/control', { controlKey, addressProof, proof: 'A'.repeat(86) })
    expect(named.json.code).toBe('device_not_enrolled')
    expect((await owner.call('GET', '/v1/wallet')).json).toMatchObject({ controlKey: null })
  })
})

describe('a proof', () => {
  test('finding F1: threat 144: for another action, body, device, user or wallet is invalid', async () => {
    const theft = await startTheft()
    const { email, owner, wallet } = theft
    const second = await origin.signIn({ email })
    const other = await startTheft()
    const shares = createTestShares(1, theft.factors)
    await second.call('POST', '/v1/wallet/device', await createTestEnrolment(second, wallet, shares))
    const changes = changesOf(theft)
    const before = await readWallet(owner)
    const actions = Object.keys(changes) as (keyof typeof changes)[]
    for (const action of actions.filter((one) => one !== 'undoRotation')) {
      const [path, body] = changes[action]
      const good = await signTestChange(owner, wallet, action, body)
      const proofs = await Promise.all([
        ...actions.filter((one) => one !== action).map((one) => signTestChange(owner, wallet, one, body)),
        signTestChange(owner, wallet, action, { ...body, vaultVersion: 2 }),
        signTestChange(owner, wallet, action, { ...body, extra: 1 }),
        signTestChange(second, wallet, action, body),
        signTestChange({ ...owner, userId: other.owner.userId }, wallet, action, body),
        signTestChange(owner, other.wallet, action, body),
      ])
      for (const { proof } of [...proofs, { proof: good.proof.replace(/^./, (one) => (one === 'A' ? 'B' : 'A')) }])
        expect({ action, ...(await owner.call('POST', path, { ...body, proof })) }).toMatchObject({
          ...{ action, status: 401, json: { code: 'signature_invalid' } },
        })
      // Change the body by one letter.
      const changed = 'vault' in body ? { ...body, vault: createTestVaultBytes() } : { ...body, vaultVersion: 9 }
      expect((await owner.call('POST', path, { ...changed, proof: good.proof })).json.code).toBe('signature_invalid')
    }
    expect(await readWallet(owner)).toEqual(before)
  })

  test('finding F1: threat 144: cannot be replayed, because epochs and versions increase', async () => {
    const theft = await startTheft()
    const { owner, wallet } = theft
    const [path, body] = changesOf(theft).addFactor
    const good = await signTestChange(owner, wallet, 'addFactor', body)
    expect((await owner.call('POST', path, good)).status).toBe(200)
    expect((await owner.call('POST', path, good)).json.code).toBe('vault_outdated')
  })

  test('finding F1: threat 144: that enrolled a device before a change of the data key does not enroll it again', async () => {
    const { email, owner, factors, wallet } = await startTheft()
    const second = await origin.signIn({ email })
    const enrolment = await createTestEnrolment(second, wallet, createTestShares(1, factors))
    expect((await second.call('POST', '/v1/wallet/device', enrolment)).status).toBe(200)
    const rotated = { vault: createTestVaultBytes(), vaultVersion: 1, factors, device: createTestShares(2, factors) }
    const body = await signTestChange(owner, wallet, 'rotate', { ...rotated, return: createTestReturn(wallet, 1) })
    expect((await owner.call('POST', '/v1/wallet/rotate', body)).status).toBe(200)
    const again = await origin.signIn({ email })
    const replayed = await signTestChange(again, wallet, 'enrol', {
      device: enrolment.device,
      vaultVersion: enrolment.vaultVersion,
    })
    expect((await again.call('POST', '/v1/wallet/device', replayed)).json.code).toBe('vault_outdated')
    expect((await again.call('GET', '/v1/wallet')).json).toMatchObject({ share: null })
  })
})

describe('a wallet from the time before control keys', () => {
  test('behavior: finding F1: threat 145: an enrolled device names its key once, and a repetition has no effect', async () => {
    const theft = await startOld()
    const { owner, wallet } = theft
    const [path, body] = changesOf(theft).updateVault
    const change = await signTestChange(owner, wallet, 'updateVault', body)
    expect((await owner.call('POST', path, change)).json.code).toBe('signature_invalid')
    const claim = await signTestChange(owner, wallet, 'register', await createTestClaim(owner, wallet))
    for (let index = 0; index < 2; index += 1)
      expect((await owner.call('POST', '/v1/wallet/control', claim)).status).toBe(200)
    expect((await owner.call('GET', '/v1/wallet')).json).toMatchObject({ controlKey: wallet.controlKey })
    expect((await owner.call('POST', path, change)).status).toBe(200)
  })

  test('error: finding F1: threat 145: a second key is refused from every device', async () => {
    const { owner, wallet } = await startTheft()
    const { walletId, address } = wallet
    const { userId, deviceId } = owner
    // The seed's own EVM key signs for another control key.
    const other = await createTestClaim(owner, { walletId: randomUUID() })
    const hash = keccak256(controlKeyClaim({ walletId, userId, deviceId, address, controlKey: other.controlKey }))
    const addressProof = await testAccountOf({ walletId }).sign({ hash })
    const body = await signTestChange(owner, wallet, 'register', { controlKey: other.controlKey, addressProof })
    expect((await owner.call('POST', '/v1/wallet/control', body)).json.code).toBe('signature_invalid')
    expect((await owner.call('GET', '/v1/wallet')).json).toMatchObject({ controlKey: wallet.controlKey })
  })

  test('behavior: finding F1: threat 145: a new device that recovered it names the key with its shares', async () => {
    const { email, factors, wallet } = await startOld()
    const device = await origin.signIn({ email })
    const shares = { device: createTestShares(1, factors), vaultVersion: 1 }
    const without = await signTestChange(device, wallet, 'enrol', shares)
    expect((await device.call('POST', '/v1/wallet/device', without)).json.code).toBe('signature_invalid')
    const control = await createTestClaim(device, wallet)
    const body = await signTestChange(device, wallet, 'enrol', { ...shares, control })
    expect((await device.call('POST', '/v1/wallet/device', body)).status).toBe(200)
    expect((await device.call('GET', '/v1/wallet')).json).toMatchObject({
      controlKey: wallet.controlKey,
      share: { epoch: 1 },
    })
  })
})
