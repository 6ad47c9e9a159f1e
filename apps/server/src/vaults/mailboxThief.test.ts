import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestOrigin, type TestOrigin } from '../testing/createTestOrigin.ts'
import {
  createTestEnrolment,
  createTestFactor,
  createTestShares,
  createTestVaultBytes,
  createTestWallet,
} from '../testing/createTestVault.ts'

let origin: TestOrigin
beforeAll(async () => {
  origin = await createTestOrigin()
})
afterAll(() => origin.stop())

/** An owner with a wallet, and a thief who reads their email: a fresh login with a code on the thief's device. */
async function startTheft(factorCount: number) {
  const email = `${randomUUID()}@example.com`
  const owner = await origin.signIn({ email })
  const factors = Array.from({ length: factorCount }, () => createTestFactor())
  const wallet = await createTestWallet(owner, { factors })
  expect((await owner.call('POST', '/v1/wallet', wallet)).status).toBe(200)
  const thief = await origin.signIn({ email })
  return { email, owner, thief, factors, wallet }
}

/** Requests of the thief for every addition and removal. */
const attacksOn = ({ owner, factors }: Awaited<ReturnType<typeof startTheft>>) => {
  const planted = createTestFactor()
  const proof = 'A'.repeat(86)
  const vault = { vault: createTestVaultBytes(), vaultVersion: 1, proof }
  const back = { version: 1, until: Math.floor(Date.now() / 1000) + 8 * 86_400, proof }
  return [
    ['/v1/wallet/factors', { ...vault, factor: planted, device: createTestShares(1, [...factors, planted]) }],
    ['/v1/wallet/factors/remove', { ...vault, factorId: factors[0]?.id ?? randomUUID() }],
    ['/v1/wallet/rotate', { ...vault, factors, device: createTestShares(1, factors), return: back }],
    ['/v1/wallet/control', { controlKey: 'A'.repeat(43), addressProof: `0x${'00'.repeat(65)}`, proof }],
    ['/v1/wallet/vault', { ...vault, accounts: [] }],
    ['/v1/wallet/export', { kind: 'mnemonic' }],
    ['/v1/devices/revoke', { deviceId: owner.deviceId }],
    ['/v1/passkeys/register/start', {}],
    ['/v1/handovers', {}],
    ['/v1/auth/email/change/start', { email: `${randomUUID()}@example.com` }],
  ] as const
}

describe.each([0, 1])('a wallet with %i factors', (factorCount) => {
  test('behavior: threat 40: with the mailbox alone, the thief changes nothing of the wallet, its devices or the account', async () => {
    const theft = await startTheft(factorCount)
    const { owner, thief, wallet } = theft
    const before = (await owner.call('GET', '/v1/wallet')).json
    const { json: listed } = await owner.call('GET', '/v1/devices')
    for (const [path, body] of attacksOn(theft)) {
      expect({ path, ...(await thief.call('POST', path, body)) }).toMatchObject({
        path,
        status: 403,
        json: { code: 'device_not_enrolled' },
      })
    }
    expect((await thief.call('POST', '/v1/wallet', await createTestWallet(thief))).json.code).toBe('wallet_exists')
    expect((await owner.call('GET', '/v1/wallet')).json).toEqual({ ...before, locksIn: expect.any(Number) })
    expect((await owner.call('GET', '/v1/devices')).json).toEqual(listed)
    expect((await thief.call('GET', '/v1/wallet')).json).toMatchObject({ share: null, address: wallet.address })
  })
})

test('behavior: threat 40: shares of a device that never opened the wallet are refused, even after a recovery', async () => {
  const { owner, thief, factors, wallet } = await startTheft(1)
  const [factor] = factors
  const shares = createTestShares(1, factors)
  const foreign = { walletId: randomUUID() }
  await thief.call('POST', '/v1/wallet/recover', { factorId: factor?.id })
  for (const body of [
    await createTestEnrolment(thief, foreign, shares),
    // The owner's proofs: for the owner's device, and for another epoch.
    await createTestEnrolment(owner, wallet, shares),
    { ...(await createTestEnrolment(thief, wallet, { ...shares, epoch: 2 })), device: shares },
    { device: shares, vaultVersion: 1, proof: 'A'.repeat(86) },
  ]) {
    expect(await thief.call('POST', '/v1/wallet/device', body)).toMatchObject({
      status: 401,
      json: { code: 'signature_invalid' },
    })
  }
  const unproven = await thief.call('POST', '/v1/wallet/device', { device: shares, vaultVersion: 1 })
  expect(unproven).toMatchObject({ status: 422, json: { code: 'invalid_body' } })
  // The owner's recovery still works with the owner's shares.
  const recovered = await owner.call('POST', '/v1/wallet/recover', { factorId: factor?.id })
  expect(recovered.json).toMatchObject({ sets: [{ deviceId: owner.deviceId, share: wallet.device.share }] })
})

test('behavior: threat 40: a device that has opened the wallet has rights that a login alone lacks', async () => {
  const theft = await startTheft(1)
  const { email, factors, wallet } = theft
  const second = await origin.signIn({ email })
  const enrolment = await createTestEnrolment(second, wallet, createTestShares(1, factors))
  expect((await second.call('POST', '/v1/wallet/device', enrolment)).status).toBe(200)
  const revoked = await second.call('POST', '/v1/devices/revoke', { deviceId: theft.thief.deviceId })
  expect(revoked.status).toBe(200)
  expect((await theft.thief.call('GET', '/v1/wallet')).json.code).toBe('session_ended')
  // After its own revocation, it starts again.
  expect((await second.call('POST', '/v1/devices/revoke', { deviceId: second.deviceId })).status).toBe(200)
  const back = await origin.signIn({ email })
  expect((await back.call('POST', '/v1/wallet/export', { kind: 'mnemonic' })).json.code).toBe('device_not_enrolled')
})

test("behavior: threat 40: a caller without the right does not use up the owner's limits", async () => {
  const { owner, thief, factors } = await startTheft(1)
  for (let index = 0; index < 11; index += 1) {
    await thief.call('POST', '/v1/wallet/export', { kind: 'mnemonic' })
    await thief.call('POST', '/v1/handovers')
    await thief.call('POST', '/v1/wallet/recover', { factorId: factors[0]?.id })
  }
  expect((await thief.call('POST', '/v1/wallet/recover', { factorId: factors[0]?.id })).status).toBe(429)
  expect((await owner.call('POST', '/v1/wallet/recover', { factorId: factors[0]?.id })).status).toBe(200)
  expect((await owner.call('POST', '/v1/wallet/export', { kind: 'mnemonic' })).status).toBe(200)
  expect((await owner.call('POST', '/v1/handovers')).status).toBe(200)
})
