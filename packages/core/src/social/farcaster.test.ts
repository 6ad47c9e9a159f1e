import { describe, expect, test } from 'vitest'
import { createSocialKit, type SocialKit } from '../testing/createSocialKit.ts'
import { settle, until } from '../testing/createTestEnvironment.ts'
import { testUser } from '../testing/createTestFrame.ts'

describe('Farcaster', () => {
  const url = 'https://farcaster.test/~/siwf?channelToken=1'
  async function open(kit: SocialKit, minutes = 5) {
    const expiresAt = () => new Date(kit.environment.now() + minutes * 60_000).toISOString()
    let made = 0
    kit.frame.answers.farcasterStart = () => ({ url: `${url}${++made}`, expiresAt: expiresAt() })
    const started = kit.latchkey.social.start({ provider: 'farcaster' })
    started.catch(() => {})
    await until(() => kit.frame.types().includes('connectFarcaster'))
    return { started }
  }

  test('default: a channel, the app’s approval, connected', async () => {
    const kit = await createSocialKit()
    const { started } = await open(kit)
    expect(kit.popup.opened()).toBe(0)
    const expiresAt = kit.environment.now() + 300_000
    expect(kit.state()).toMatchObject({ status: 'waiting', channel: { url: `${url}1`, expiresAt } })
    const names: (string | undefined)[] = []
    kit.latchkey.social.subscribe(({ userName }) => names.push(userName))
    kit.frame.answer('connectFarcaster', { userName: 'ada' })
    await expect(started).resolves.toMatchObject({ address: testUser.address })
    expect(names).toContain('ada')
    expect(kit.frame.types()).toContain('getUser')
  })

  test('behavior: an expired channel is followed by a fresh one, within the time limit of a login', async () => {
    const kit = await createSocialKit()
    const { started } = await open(kit)
    const failed = expect(started).rejects.toMatchObject({ code: 'social_expired' })
    let rounds = 0
    while (kit.state().status === 'waiting') {
      for (let waited = 0; waited < 300_000; waited += 20_000) {
        await kit.environment.advance(20_000)
        kit.frame.answer('connectFarcaster', { status: 'pending' })
        await settle()
      }
      kit.frame.refuse('connectFarcaster', { code: 'social_expired', message: 'Over' })
      await settle()
      rounds++
      if (kit.state().status === 'waiting') {
        await until(() => kit.state().channel?.url === `${url}${rounds + 1}`)
        await settle()
      }
    }
    await failed
    expect(rounds).toBe(4)
  })

  test('error: a channel that expires immediately is not renewed', async () => {
    const kit = await createSocialKit()
    const { started } = await open(kit)
    kit.frame.refuse('connectFarcaster', { code: 'social_expired', message: 'Over' })
    await expect(started).rejects.toMatchObject({ code: 'social_expired' })
    expect(kit.state().status).toBe('failed')
  })

  test.each(['javascript:alert(1)', 'data:text/html,x', ''])('error: %j is refused as a URL', async (bad) => {
    const kit = await createSocialKit()
    kit.frame.answers.farcasterStart = () => ({ url: bad, expiresAt: new Date(0).toISOString() })
    await expect(kit.latchkey.social.start({ provider: 'farcaster' })).rejects.toMatchObject({ code: 'frame_error' })
  })

  test('behavior: leaving the view cancels it', async () => {
    const kit = await createSocialKit()
    void kit.latchkey.modal.open()
    const { started } = await open(kit)
    kit.latchkey.modal.push('ConnectingFarcaster')
    kit.latchkey.modal.close()
    await expect(started).rejects.toMatchObject({ code: 'request_aborted' })
    expect(kit.state().status).toBe('idle')
  })
})
