import { passkeyPrfSalt } from '@latchkey/vault'
import { expect, test } from 'vitest'
import { createTestPasskeys } from '../testing/createTestPasskeys.ts'
import { makePasskey, type PasskeyEndpoints } from './makePasskey.ts'
import { askPasskey, createPasskey } from './passkeys.ts'

const options = {
  challenge: 'AAAA',
  rp: { id: 'wallet.example', name: 'Test' },
  user: { id: 'AAAA', name: 'a', displayName: 'a' },
  pubKeyCredParams: [],
  // A server could send these, but only the wallet's own salt counts.
  extensions: { prf: {} },
}

test('default', async () => {
  const { credentials, asked } = createTestPasskeys({ prf: 'create' })
  const made = await createPasskey({ credentials, options })
  expect(made).toMatchObject({ prfEnabled: true })
  expect(made.prf?.length).toBe(32)
  expect(asked).toStrictEqual([{ kind: 'create', hasPrf: true, prf: { eval: { first: passkeyPrfSalt() } } }])
  const again = await askPasskey({ credentials, options: { challenge: 'AAAA' } })
  expect(again.prf).toStrictEqual(made.prf)
})

test('behavior: strips the PRF output from everything that goes to the server', async () => {
  const { credentials } = createTestPasskeys({ prf: 'create' })
  const made = await createPasskey({ credentials, options })
  const used = await askPasskey({ credentials, options: { challenge: 'AAAA' } })
  for (const { response, prf } of [made, used]) {
    expect(response.clientExtensionResults).toStrictEqual({})
    expect(JSON.stringify(response)).not.toContain(Buffer.from(prf ?? []).toString('base64url'))
  }
})

test('behavior: threat 63: prf-retry: always sends the salt, never an empty prf; one retry without; relies only on a result', async () => {
  const failing = createTestPasskeys({ prf: 'fails' })
  const made = await createPasskey({ credentials: failing.credentials, options })
  expect(made).toMatchObject({ prf: null, prfEnabled: false })
  expect(failing.asked).toStrictEqual([
    { kind: 'create', hasPrf: true, prf: { eval: { first: passkeyPrfSalt() } } },
    { kind: 'create', hasPrf: false, prf: undefined },
  ])
  const none = createTestPasskeys({ prf: 'none' })
  expect(await createPasskey({ credentials: none.credentials, options })).toMatchObject({
    prf: null,
    prfEnabled: false,
  })
  expect(none.asked.length).toBe(1)
})

test('error: a visitor who declines is not asked twice', async () => {
  let count = 0
  const create = async () => {
    count += 1
    throw Object.assign(new Error('no'), { name: 'NotAllowedError' })
  }
  const declined = createPasskey({ credentials: { create, get: async () => null }, options })
  await expect(declined).rejects.toMatchObject({ code: 'user_rejected' })
  expect(count).toBe(1)
})

const endpoints = (registered: unknown[]): PasskeyEndpoints => ({
  startPasskey: async () => ({ challengeId: 'a', nonce: '', options }),
  registerPasskey: async (body) => {
    registered.push(body)
  },
  startPasskeyCheck: async () => ({ challengeId: 'b', nonce: '', options: { challenge: 'AAAA' } }),
  finishPasskeyCheck: async () => ({}),
})

test('behavior: an authenticator that returns its output only on a second request gets one, by its id', async () => {
  const { credentials, asked } = createTestPasskeys({ prf: 'get' })
  const registered: unknown[] = []
  const { prf } = await makePasskey({ credentials, endpoints: endpoints(registered) })
  expect(prf.length).toBe(32)
  expect(asked.map(({ kind }) => kind)).toStrictEqual(['create', 'get'])
  expect(registered).toMatchObject([{ challengeId: 'a', prfEnabled: true }])
})

test('error: threat 63: a passkey without PRF is registered for login and reported as no recovery factor', async () => {
  const { credentials } = createTestPasskeys({ prf: 'none' })
  const registered: unknown[] = []
  await expect(makePasskey({ credentials, endpoints: endpoints(registered) })).rejects.toMatchObject({
    code: 'passkey_without_prf',
  })
  expect(registered).toMatchObject([{ prfEnabled: false }])
})
