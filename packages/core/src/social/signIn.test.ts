import type { OneClickSignIn, SiwxMessageData, SiwxSession } from '@latchkey/protocol/siwx'
import { expect, test } from 'vitest'
import { createSiwxMessage } from '../siwx/createSiwxMessage.ts'
import { createSocialKit, socialUser } from '../testing/createSocialKit.ts'
import { until } from '../testing/createTestEnvironment.ts'
import { createTestSiwx } from '../testing/createTestSiwx.ts'

const message = {
  ...{ domain: 'site.test', uri: 'https://site.test', version: '1', nonce: 'oneclick00000001' },
  issuedAt: '2026-11-20T00:00:00.000Z',
}
/** Signs the request like the wallet. */
const sign = (asked: OneClickSignIn): SiwxSession[] =>
  asked.chainIds.map((chainId) => {
    const data = { ...asked.message, accountAddress: socialUser.address, chainId } as SiwxMessageData
    return { data, message: createSiwxMessage(data).toString(), signature: '0x1b' }
  })
/** A kit whose app uses one-click sign-in. */
async function createKit() {
  const siwx = Object.assign(createTestSiwx({ required: true }), { createOneClick: async () => message })
  return { siwx, ...(await createSocialKit({ siwx })) }
}

test('default: passed to the frame before the window knows its URL, and stored before the connection', async () => {
  const { siwx, latchkey, frame, state } = await createKit()
  const counts: number[] = []
  latchkey.connection.subscribe(({ status }) => status === 'connected' && counts.push(siwx.sessions.length))
  const started = latchkey.social.start({ provider: 'google' })
  await until(() => frame.types().includes('connectSocial'))
  const begun = frame.requests.find(({ type }) => type === 'socialStart')?.payload
  const asked = begun?.signIn as OneClickSignIn
  expect(asked.message).toStrictEqual(message)
  // The card shows that the wallet waits for the provider, which is no progress.
  frame.say({ name: 'show', card: 'provider', closable: true })
  await until(() => latchkey.email.getState().prompt?.card === 'provider')
  expect(state().status).toBe('waiting')
  frame.answer('connectSocial', { ...socialUser, signIns: sign(asked) })
  await started
  await until(() => latchkey.signIn.getState().status === 'signedIn')
  expect(counts.every((count) => count === asked.chainIds.length)).toBe(true)
  expect(latchkey.email.getState().user).toStrictEqual(socialUser)
})

test('error: stored sign-ins end if the connection fails', async () => {
  const { siwx, latchkey, frame } = await createKit()
  const { connection } = latchkey
  connection.subscribe(({ asking }) => {
    if (asking && siwx.sessions.length > 0) connection.cancel()
  })
  const started = latchkey.social.start({ provider: 'google' })
  await until(() => frame.types().includes('connectSocial'))
  const asked = frame.requests.find(({ type }) => type === 'socialStart')?.payload.signIn as OneClickSignIn
  frame.answer('connectSocial', { ...socialUser, signIns: sign(asked) })
  await expect(started).rejects.toMatchObject({ code: 'user_rejected' })
  await until(() => siwx.sessions.length === 0)
  for (const name of ['addSession', 'revokeSession'])
    expect(siwx.calls.filter((call) => call === name)).toHaveLength(asked.chainIds.length)
})

test('behavior: a page that goes to the provider itself passes no sign-in, because no card could show it', async () => {
  const { latchkey, frame } = await createKit()
  latchkey.social.startRedirect({ provider: 'google' }).catch(() => {})
  await until(() => frame.types().includes('socialStart'))
  expect(frame.requests.find(({ type }) => type === 'socialStart')?.payload).not.toHaveProperty('signIn')
})

test('behavior: closing the wallet’s card cancels the login', async () => {
  const { latchkey, frame, state, popup } = await createKit()
  const started = latchkey.social.start({ provider: 'google' })
  await until(() => frame.types().includes('connectSocial'))
  frame.refuse('connectSocial', { code: 'user_rejected', message: 'Closed' })
  await expect(started).rejects.toMatchObject({ code: 'user_rejected' })
  expect(state().status).toBe('idle')
  expect(popup.isClosed()).toBe(true)
})

test('behavior: Farcaster: the sign-in of its approval is stored before the connection', async () => {
  const { siwx, latchkey, frame, state, environment } = await createKit()
  const expiresAt = new Date(environment.now() + 300_000).toISOString()
  frame.answers.farcasterStart = () => ({ url: 'https://farcaster.test/~/siwf?channelToken=1', expiresAt })
  const started = latchkey.social.start({ provider: 'farcaster' })
  await until(() => frame.types().includes('connectFarcaster'))
  const asked = frame.requests.find(({ type }) => type === 'farcasterStart')?.payload.signIn as OneClickSignIn
  frame.say({ name: 'show', card: 'channel', closable: true })
  await until(() => latchkey.email.getState().prompt?.card === 'channel')
  expect(state()).toMatchObject({ status: 'waiting', channel: { expiresAt: Date.parse(expiresAt) } })
  frame.answer('connectFarcaster', { userName: 'ada', signIns: sign(asked) })
  await started
  await until(() => latchkey.signIn.getState().status === 'signedIn')
  expect(siwx.sessions).toHaveLength(asked.chainIds.length)
  expect(latchkey.email.getState().user).toStrictEqual(socialUser)
})
