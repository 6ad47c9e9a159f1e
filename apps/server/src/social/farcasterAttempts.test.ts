import { ServiceError } from '@latchkey/protocol/errors'
import type { SocialAttempt } from '@latchkey/protocol/wallet'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ProvenIdentity } from '../auth/ProvenIdentity.ts'
import { hostOrigin, walletOrigin } from '../testing/createTestOrigin.ts'
import { testProjectId } from '../testing/testProjectId.ts'
import type { FarcasterChannels } from './FarcasterChannels.ts'
import { createTestSocial, type TestSocial } from './testing/createTestSocial.ts'

/** Channels that tests answer by hand. */
function createTestChannels() {
  const answers = new Map<string, ProvenIdentity | ServiceError>()
  const waiting = new Map<string, (() => void)[]>()
  let isDown = false
  let count = 0
  const channels: FarcasterChannels = {
    open: async () => {
      if (isDown) throw new ServiceError('social_provider_failed')
      count += 1
      const channelToken = `channel-${count}`
      return { channelToken, url: `https://farcaster.example/connect?channelToken=${channelToken}` }
    },
    wait: ({ channelToken, signal }) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const answer = answers.get(channelToken)
          if (answer instanceof ServiceError) reject(answer)
          else if (answer || signal.aborted) resolve(answer)
        }
        waiting.set(channelToken, [...(waiting.get(channelToken) ?? []), look])
        signal.addEventListener('abort', look)
        look()
      }),
  }
  return {
    channels,
    setDown: (down: boolean) => {
      isDown = down
    },
    answer: (url: string, answer: ProvenIdentity | ServiceError) => {
      const token = new URL(url).searchParams.get('channelToken') ?? ''
      answers.set(token, answer)
      for (const look of waiting.get(token) ?? []) look()
    },
  }
}

const person = (fid: string): ProvenIdentity => ({
  kind: 'farcaster',
  issuer: 'farcaster',
  subject: fid,
  email: null,
  userName: 'ada.eth',
})

const phone = createTestChannels()
let world: TestSocial
beforeAll(async () => {
  world = await createTestSocial({ channels: phone.channels })
})
afterAll(() => world.stop())

async function start() {
  const visitor = await world.visitor()
  const { json, code } = await visitor.post<{ attemptId: string; url: string }>('/v1/farcaster/start', {
    projectId: testProjectId,
    hostOrigin,
  })
  return { visitor, ...json, code }
}

describe('a login', () => {
  test('default', async () => {
    const { visitor, attemptId, url } = await start()
    const waiting = visitor.redeem(attemptId)
    phone.answer(url, person('7'))
    const { json } = await waiting
    expect(json).toMatchObject({
      status: 'connected',
      session: { socialProvider: 'farcaster', userName: 'ada.eth', email: null },
    })
    expect((await visitor.redeem(attemptId)).code).toBe('attempt_unknown')
  })

  test('behavior: two concurrent waiters get one login', async () => {
    const { visitor, attemptId, url } = await start()
    const waiting = [visitor.redeem(attemptId), visitor.redeem(attemptId)]
    phone.answer(url, person('8'))
    const codes = (await Promise.all(waiting)).map(({ code }) => code)
    expect(codes.sort()).toEqual(['attempt_unknown', undefined])
    expect(await visitor.sessions()).toBe(1)
  })

  test.each(['social_refused', 'social_denied', 'social_provider_failed'] as const)('error: %s', async (code) => {
    const { visitor, attemptId, url } = await start()
    phone.answer(url, new ServiceError(code))
    expect((await visitor.redeem(attemptId)).code).toBe(code)
    phone.answer(url, person('9'))
    expect((await visitor.redeem(attemptId)).code).toBe(code)
    expect(await visitor.sessions()).toBe(0)
  })

  test('error: another key, a window for it, and a relay that does not answer', async () => {
    const { attemptId, url } = await start()
    phone.answer(url, person('10'))
    const other = await world.visitor()
    expect((await other.redeem(attemptId)).code).toBe('attempt_unknown')
    expect((await other.inspect({ attemptId })).code).toBe('attempt_unknown')
    expect((await other.begin({ attemptId, number: '00' })).code).toBe('attempt_unknown')
    phone.setDown(true)
    expect((await start()).code).toBe('social_provider_failed')
    phone.setDown(false)
  })

  test('error: expired', async () => {
    const { visitor, attemptId, url } = await start()
    world.pass(10 * 60)
    phone.answer(url, person('11'))
    expect((await visitor.redeem(attemptId)).code).toBe('social_expired')
  })
})

describe('a link, through a window', () => {
  test('default', async () => {
    const visitor = await world.visitor()
    const owner = await world.signInByMail('farcaster@example.com')
    const started = await owner.call('POST', '/v1/identities/link/start', { provider: 'farcaster' })
    const attempt = started.json as unknown as SocialAttempt
    const waiting = owner.call('POST', '/v1/oauth/confirm', { attemptId: attempt.attemptId })
    const { authorizeUrl } = await visitor.openWindow(attempt)
    expect(authorizeUrl).toContain('https://farcaster.example/connect')
    phone.answer(authorizeUrl, person('13'))
    expect((await waiting).json).toEqual({ status: 'done', freshUntil: null })

    const login = await start()
    phone.answer(login.url, person('13'))
    expect((await login.visitor.redeem(login.attemptId)).json.session.userId).toBe(owner.userId)
  })

  test('error: the relay does not answer when the window begins', async () => {
    const owner = await world.signInByMail('relay@example.com')
    const visitor = await world.visitor()
    const { json } = await owner.call('POST', '/v1/identities/link/start', { provider: 'farcaster' })
    const { attemptId, handshake } = json as unknown as { attemptId: string; handshake: string }
    phone.setDown(true)
    const begun = await visitor.begin({ attemptId, handshake, openerOrigin: walletOrigin })
    phone.setDown(false)
    expect(begun.code).toBe('social_provider_failed')
    const { json: told } = await owner.call('POST', '/v1/oauth/confirm', { attemptId })
    expect(told).toMatchObject({ code: 'social_provider_failed' })
  })
})
