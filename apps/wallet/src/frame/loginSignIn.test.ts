import type { OneClickSignIn, SiwxSession } from '@latchkey/protocol/siwx'
import { readSiwxMessage } from '@latchkey/protocol/siwx'
import { verifyMessage } from 'viem'
import { stringToHex } from 'viem/utils'
import { afterEach, describe, expect, test } from 'vitest'
import { approve, createOperationTests } from '../testing/createOperationTests.ts'
import { createTestDevice } from '../testing/createTestDevice.ts'
import type { TestFrame } from '../testing/createTestFrame.ts'
import { createTestPasskeys } from '../testing/createTestPasskeys.ts'

const { setup: setupWorld } = createOperationTests({ afterEach })

const email = 'visitor@mail.example'
/** As the site requests it, with changes of a test. */
const toSignIn = (now: number, change: object = {}, chainIds = ['eip155:1', 'eip155:8453']) =>
  ({
    chainIds,
    message: {
      ...{ domain: 'app.example', uri: 'https://app.example', version: '1', nonce: 'abcdefgh12345678' },
      ...{ issuedAt: new Date(now).toISOString(), statement: 'Welcome to Brass.' },
      ...change,
    },
  }) as OneClickSignIn
const setup = () => {
  const world = setupWorld()
  return { ...world, asked: (...parameters: unknown[]) => toSignIn(world.clock.now(), ...(parameters as [])) }
}
type Answer = { address: `0x${string}`; signIns?: SiwxSession[]; status?: string }
const typeCode = async (host: TestFrame) => {
  const card = await host.card('code')
  host.frame.actions.submitCode('123456')
  return card
}
/** Logs in by email, with a sign-in to the site. */
const logIn = async (host: TestFrame, signIn?: OneClickSignIn) => {
  await host.ask('connectEmail', { email })
  const answer = host.ask('connectOtp', { ...(signIn && { signIn }) }) as Promise<Answer>
  return { card: await typeCode(host), answer: await answer }
}
/** Prompts that were shown. */
const prompts = (host: TestFrame) =>
  host.events.filter((event) => event.name === 'show' && event.card === 'approve').length

describe('by mail', () => {
  test('default: the code also signs in to the site: the card shows that, and no prompt comes', async () => {
    const { open, asked } = setup()
    const host = open()
    const { card, answer } = await logIn(host, asked())
    expect(card.note).toStrictEqual({ statement: 'Welcome to Brass.' })
    expect(answer.signIns?.map(({ data }) => data.chainId)).toStrictEqual(['eip155:1', 'eip155:8453'])
    for (const { data, message, signature } of answer.signIns ?? []) {
      expect(readSiwxMessage(message)).toStrictEqual({ data })
      expect(data).toStrictEqual({ ...asked().message, accountAddress: answer.address, chainId: data.chainId })
      expect(await verifyMessage({ address: answer.address, message, signature: signature as `0x${string}` })).toBe(
        true,
      )
    }
    expect(prompts(host)).toBe(0)
  })

  test('behavior: a login without it shows and signs nothing', async () => {
    const { open } = setup()
    const { card, answer } = await logIn(open())
    expect(card).not.toHaveProperty('note')
    expect(answer).not.toHaveProperty('signIns')
  })

  test('behavior: the link in the mail ends the login: its card shows the sign-in', async () => {
    const { open, server, asked } = setup()
    server.requireDevice(true)
    const host = open()
    await host.ask('connectEmail', { email })
    const approved = host.ask('connectDevice', { signIn: asked() })
    expect(await host.card('device')).toMatchObject({ note: { statement: 'Welcome to Brass.' } })
    await host.until(() => server.calls.includes('/v1/auth/device/wait'))
    server.approveDevice()
    expect(await approved).toStrictEqual({})
    const answer = host.ask('connectOtp', { signIn: asked() })
    await typeCode(host)
    expect(((await answer) as Answer).signIns).toHaveLength(2)
  })

  test('behavior: threat 133: as the smart account in use, with the signature that a prompt would have given', async () => {
    const { open, clock, asked } = setup()
    const host = open()
    await logIn(host)
    const { address: account } = (await host.ask('setPreferredAccount', { type: 'smartAccount' })) as Answer
    await host.ask('signOut')
    clock.advance(30_000)
    const { answer } = await logIn(host, asked())
    expect(answer.address).toBe(account)
    // The other network has another account, which a separate prompt asks for.
    expect(answer.signIns?.map(({ data }) => [data.chainId, data.accountAddress])).toStrictEqual([
      ['eip155:1', account],
    ])
    const [session] = answer.signIns ?? []
    const params = [stringToHex(session?.message ?? ''), account]
    const signed = host.ask('rpc', { method: 'personal_sign', params })
    await approve(host)
    expect(await signed).toBe(session?.signature)
    expect(session?.signature).toMatch(/(6492){16}$/)
  })
})

describe('without the visitor’s action', () => {
  test('behavior: threat 130: a later request, of a visitor who is logged in, gives no signature', async () => {
    const { open, asked } = setup()
    const host = open()
    const signIn = asked()
    await logIn(host, signIn)
    expect(await host.ask('connectEmail', { email })).toStrictEqual({ action: 'CONNECT' })
    for (const payload of [{ signIn }, { signIn: asked({ nonce: 'another123456' }) }])
      expect(await host.ask('connectOtp', payload)).not.toHaveProperty('signIns')
    expect(await host.ask('connectDevice', { signIn })).toStrictEqual({ connected: true })
    await expect(host.ask('getUser', { signIn })).rejects.toMatchObject({ failure: { code: 'frame_request_invalid' } })
  })

  test('behavior: threat 130: a restored login gives none', async () => {
    const { open, asked } = setup()
    const host = open()
    await logIn(host)
    host.stop()
    const again = open()
    expect(await again.ask('isConnected')).toMatchObject({ isConnected: true })
    expect(await again.ask('connectOtp', { signIn: asked() })).not.toHaveProperty('signIns')
  })

  test('behavior: threat 130: a login whose card showed none gives none, even if one is requested before it is answered', async () => {
    const { open, server, asked } = setup()
    const host = open()
    await host.ask('connectEmail', { email })
    server.fail('/v1/wallet', 'before', 3)
    const first = host.ask('connectOtp')
    await typeCode(host)
    // The code is accepted, but the wallet does not unlock: only that is repeated.
    await host.card('code', ({ failure }) => failure !== null)
    const second = host.ask('connectOtp', { signIn: asked() })
    await expect(first).rejects.toMatchObject({ failure: { code: 'request_aborted' } })
    host.frame.actions.cancel()
    await second.catch(() => {})
    expect(JSON.stringify(host.messages)).not.toContain('signIns')
  })

  test('behavior: threat 130: a code that is entered on the site’s page gives none', async () => {
    const { open, server, asked } = setup()
    server.settings.hostMayTypeCode = true
    const host = open()
    await host.ask('connectEmail', { email })
    const answer = await host.ask('connectOtp', { otp: '123456', signIn: asked() })
    expect(answer).toMatchObject({ email })
    expect(answer).not.toHaveProperty('signIns')
  })

  test('behavior: threat 130: after a logout, the next login shows its own', async () => {
    const { open, clock, asked } = setup()
    const host = open()
    await logIn(host, asked())
    await host.ask('signOut')
    clock.advance(30_000)
    const { card, answer } = await logIn(host)
    expect(card).not.toHaveProperty('note')
    expect(answer).not.toHaveProperty('signIns')
  })

  test('behavior: threat 130: signs no other sign-in than the card showed', async () => {
    const { open, asked } = setup()
    const host = open()
    await host.ask('connectEmail', { email })
    const first = host.ask('connectOtp', { signIn: asked() })
    await host.card('code')
    const second = host.ask('connectOtp', { signIn: asked({ statement: undefined }) })
    await expect(first).rejects.toMatchObject({ failure: { code: 'request_aborted' } })
    const card = await host.card('code', ({ note }) => note?.statement === null)
    expect(card.note).toStrictEqual({ statement: null })
    host.frame.actions.submitCode('123456')
    const { signIns = [] } = (await second) as Answer
    expect(signIns.map(({ message }) => message.includes('Welcome'))).toStrictEqual([false, false])
  })

  test('behavior: a connected site still gets a prompt for the same message', async () => {
    const { open, asked } = setup()
    const host = open()
    const { answer } = await logIn(host, asked())
    const [session] = answer.signIns ?? []
    const params = [stringToHex(session?.message ?? ''), answer.address]
    const signed = host.ask('rpc', { method: 'personal_sign', params })
    await approve(host)
    expect(await signed).toBe(session?.signature)
    expect(prompts(host)).toBe(1)
  })
})

describe('a login that waits for the wallet to be unlocked', () => {
  /** A login on a second device, which must unlock the wallet first. */
  const wait = async () => {
    const passkeys = createTestPasskeys({ prf: 'create' })
    const world = setup()
    world.server.settings.recovery = 'at-creation'
    const first = world.open({ credentials: passkeys.credentials })
    const made = logIn(first)
    await first.card('protect')
    first.frame.actions.protectWithPasskey()
    await made
    world.clock.advance(30_000)
    const device = createTestDevice()
    const open = () => world.open({ credentials: passkeys.credentials, device })
    const host = open()
    const signIn = world.asked()
    expect((await logIn(host, signIn)).answer).toMatchObject({ status: 'recover' })
    const recover = async (payload: object) => {
      const answer = host.ask('connectOtp', payload)
      await host.card('recover')
      host.frame.actions.recoverWithPasskey()
      return answer
    }
    return { ...world, open, host, signIn, recover }
  }

  test('default: it signs afterwards, for the same request', async () => {
    const { recover, signIn } = await wait()
    expect(((await recover({ signIn })) as Answer).signIns).toHaveLength(2)
  })

  test('behavior: threat 130: a request that asks for none, or for another, gets none', async () => {
    const without = await wait()
    expect(await without.recover({})).not.toHaveProperty('signIns')
    const other = await wait()
    expect(await other.recover({ signIn: other.asked({ nonce: 'another123456' }) })).not.toHaveProperty('signIns')
  })

  test('behavior: threat 130: a logout ends the pending sign-in, even if another tab logs in', async () => {
    const { host, open, signIn, clock } = await wait()
    await host.ask('signOut')
    clock.advance(30_000)
    const tab = open()
    await tab.ask('connectEmail', { email: 'other@mail.example' })
    const made = tab.ask('connectOtp')
    await typeCode(tab)
    await tab.card('protect')
    tab.frame.actions.protectWithPasskey()
    const { address } = (await made) as Answer
    await host.until(() =>
      host.events.some((event) => event.name === 'accountsChanged' && event.accounts[0] === address),
    )
    const answer = (await host.ask('connectOtp', { signIn })) as Answer
    expect(answer.address).toBe(address)
    expect(answer).not.toHaveProperty('signIns')
  })
})

describe('left to a separate prompt', () => {
  test.each([
    ['another site', { domain: 'evil.example' }],
    ['resources', { resources: ['https://app.example/terms'] }],
    ['a statement that no card holds', { statement: 'a'.repeat(300) }],
    ['a message of yesterday', { issuedAt: '2029-12-31T00:00:00.000Z' }],
  ])('behavior: threat 131: %s: the login continues, and does not show it', async (_name, change) => {
    const { open, asked } = setup()
    const { card, answer } = await logIn(open(), asked(change))
    expect(card).not.toHaveProperty('note')
    expect(answer).toMatchObject({ email })
    expect(answer).not.toHaveProperty('signIns')
  })

  test('behavior: threat 131: a sign-in that expired while the visitor looked for the code', async () => {
    const { open, clock, asked } = setup()
    const host = open()
    await host.ask('connectEmail', { email })
    const first = host.ask('connectOtp', {
      signIn: asked({ expirationTime: new Date(clock.now() + 60_000).toISOString() }),
    })
    await host.card('code')
    clock.advance(61_000)
    expect(await first).toStrictEqual({ status: 'pending' })
    const again = host.ask('connectOtp')
    await typeCode(host)
    expect(await again).not.toHaveProperty('signIns')
  })

  test('behavior: threat 132: networks that the wallet does not know, and other families', async () => {
    const { open, asked } = setup()
    const { card, answer } = await logIn(open(), asked({}, ['eip155:5', 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1']))
    expect(card).not.toHaveProperty('note')
    expect(answer).not.toHaveProperty('signIns')
  })
})

describe('by a provider', () => {
  const start = async (host: TestFrame, payload: object = {}) =>
    (await host.ask('socialStart', { provider: 'google', ...payload })) as { attemptId: string }

  test('default: a card shows it before the window has its destination, and until the login ends', async () => {
    const { open, server, asked } = setup()
    const host = open()
    const { attemptId } = await start(host, { signIn: asked() })
    expect(host.frame.card.getState()).toStrictEqual({
      ...{ kind: 'provider', provider: 'google', note: { statement: 'Welcome to Brass.' } },
    })
    const connected = host.ask('connectSocial', { attemptId })
    server.social.vouch()
    const { signIns } = (await connected) as Answer
    expect(signIns).toHaveLength(2)
    expect(host.frame.card.getState()).toBe(null)
    expect(prompts(host)).toBe(0)
    expect(await host.ask('connectSocial', { attemptId })).not.toHaveProperty('signIns')
  })

  test('behavior: closing the card ends the login', async () => {
    const { open, asked } = setup()
    const host = open()
    const { attemptId } = await start(host, { signIn: asked() })
    host.frame.actions.cancel()
    expect(host.frame.card.getState()).toBe(null)
    await expect(host.ask('connectSocial', { attemptId })).rejects.toMatchObject({ failure: { code: 'user_rejected' } })
  })

  test('behavior: threat 130: a page that removes the card gets no signature', async () => {
    const { open, server, asked } = setup()
    const host = open()
    const { attemptId } = await start(host, { signIn: asked() })
    await host.ask('rpcAbort', {})
    expect(host.frame.card.getState()).toBe(null)
    server.social.vouch()
    const answer = await host.ask('connectSocial', { attemptId })
    expect(answer).toMatchObject({ socialProvider: 'google' })
    expect(answer).not.toHaveProperty('signIns')
  })

  test('behavior: threat 130: a page that navigates away itself shows no card, and gets no signature', async () => {
    const { open, server, asked } = setup()
    const host = open()
    const { attemptId } = await start(host, { signIn: asked(), returnUrl: 'https://app.example/' })
    expect(host.frame.card.getState()).toBe(null)
    const resultToken = server.social.vouch()
    expect(await host.ask('connectSocial', { attemptId, resultToken })).not.toHaveProperty('signIns')
  })

  test('behavior: a wallet that must be unlocked first signs afterwards, within the same login', async () => {
    const passkeys = createTestPasskeys({ prf: 'create' })
    const { open, server, asked } = setup()
    server.settings.recovery = 'at-creation'
    const first = open({ credentials: passkeys.credentials })
    const begun = await start(first, { signIn: asked() })
    server.social.vouch()
    const made = first.ask('connectSocial', { attemptId: begun.attemptId })
    await first.card('protect')
    first.frame.actions.protectWithPasskey()
    expect(((await made) as Answer).signIns).toHaveLength(2)

    const other = open({ credentials: passkeys.credentials, device: createTestDevice() })
    const { attemptId } = await start(other, { signIn: asked({ nonce: 'another123456' }) })
    server.social.vouch()
    const recover = (await other.ask('connectSocial', { attemptId })) as Answer
    expect(recover).toMatchObject({ status: 'recover' })
    expect(recover).not.toHaveProperty('signIns')
    const again = other.ask('connectSocial', { attemptId })
    await other.card('recover')
    other.frame.actions.recoverWithPasskey()
    const { signIns } = (await again) as Answer
    expect(signIns?.map(({ data }) => data.nonce)).toStrictEqual(['another123456', 'another123456'])
  })
})

describe('by Farcaster', () => {
  test('default: a card shows the channel and the sign-in, until the Farcaster app has signed', async () => {
    const { open, server, asked } = setup()
    const host = open()
    const { url } = (await host.ask('farcasterStart', { signIn: asked() })) as { url: string }
    const card = await host.card('channel')
    expect(card).toMatchObject({ url, note: { statement: 'Welcome to Brass.' } })
    expect(card.code.squares).toMatch(/^(M\d+ \d+h1v1h-1z){100,}$/)
    const connected = host.ask('connectFarcaster')
    server.social.vouch({ userName: 'mira.eth' })
    const answer = (await connected) as { userName: string; signIns: SiwxSession[] }
    expect(answer.userName).toBe('mira.eth')
    expect(answer.signIns.map(({ data }) => data.chainId)).toStrictEqual(['eip155:1', 'eip155:8453'])
    expect(host.frame.card.getState()).toBe(null)
    expect(await host.ask('connectFarcaster')).toStrictEqual({ userName: 'mira.eth' })
  })

  test('behavior: threat 130: a channel that only the page has shown gives none', async () => {
    const { open, server, asked } = setup()
    const host = open()
    await host.ask('farcasterStart')
    expect(host.frame.card.getState()).toBe(null)
    await expect(host.ask('connectFarcaster', { signIn: asked() })).rejects.toMatchObject({
      failure: { code: 'frame_request_invalid' },
    })
    server.social.vouch({ userName: 'mira.eth' })
    expect(await host.ask('connectFarcaster')).toStrictEqual({ userName: 'mira.eth' })
  })
})
