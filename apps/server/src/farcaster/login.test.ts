import { answerChannel, declineChannel, type FarcasterPerson, farcasterPeople } from '@latchkey/devnet/farcaster'
import { pino } from 'pino'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readAudit } from '../audit/testing/readAudit.ts'
import { createTestSocial, type TestSocial } from '../social/testing/createTestSocial.ts'
import { hostOrigin, walletOrigin } from '../testing/createTestOrigin.ts'
import { testProjectId } from '../testing/testProjectId.ts'
import { createFarcasterChannels } from './createFarcasterChannels.ts'
import { createFarcasterRegistry } from './createFarcasterRegistry.ts'
import { createOwnChannelClient } from './createOwnChannelClient.ts'
import { type FarcasterChain, startFarcasterChain } from './testing/startFarcasterChain.ts'
import { startTestRelay, type TestRelay } from './testing/startTestRelay.ts'

const [juno, wren, milo] = farcasterPeople()
if (!juno || !wren || !milo?.authAddress)
  throw new Error('The sandbox has three people, and the third signs in by another address')
const miloPhone = milo.authAddress
const keyOf = ({ privateKey }: { privateKey: `0x${string}` }) => privateKeyToAccount(privateKey)

let chain: FarcasterChain
let relay: TestRelay
let world: TestSocial

beforeAll(async () => {
  chain = await startFarcasterChain()
  relay = await startTestRelay()
  for (const { custody } of [juno, wren, milo]) await chain.register(keyOf(custody))
  await chain.addKey(keyOf(milo.custody), miloPhone.address)
  const { url: rpcUrl, idRegistry, keyRegistry } = chain
  const log = pino({ level: 'silent' })
  world = await createTestSocial({
    channels: createFarcasterChannels({
      ...{ context: relay.context, walletOrigin, client: createOwnChannelClient({ relay: relay.relay }) },
      registry: createFarcasterRegistry({ config: { rpcUrl, idRegistry, keyRegistry }, log }),
    }),
  })
})
afterAll(async () => {
  await world?.stop()
  await Promise.all([relay?.stop(), chain?.stop()])
})

/** Starts a login. @returns the data of the login, and of the app's request */
async function start() {
  const visitor = await world.visitor()
  const { json } = await visitor.post<{ attemptId: string; url: string }>('/v1/farcaster/start', {
    ...{ projectId: testProjectId, hostOrigin },
  })
  const channelToken = new URL(json.url).searchParams.get('channelToken') ?? ''
  return { visitor, attemptId: json.attemptId, channel: { relayUrl: relay.url, channelToken } }
}

/** Returns the reasons of refused logins in the audit log. */
async function reasons(): Promise<unknown[]> {
  const rows = await readAudit(world.context, { event: 'oauth.refused' })
  return rows.map(({ data }) => (data as { reason?: unknown }).reason)
}

test('default: an app at our relay answers, and the visitor is logged in', async () => {
  const { visitor, attemptId, channel } = await start()
  const waiting = visitor.redeem(attemptId)
  expect(await answerChannel({ ...channel, person: juno })).toBe(true)
  const { json } = await waiting
  expect(json).toMatchObject({
    status: 'connected',
    session: { socialProvider: 'farcaster', userName: 'juno', email: null },
  })
  expect(await answerChannel({ ...channel, person: juno }), 'nobody waits any more').toBe(false)
})

test('behavior: the account id identifies the user, with any of its keys', async () => {
  const userIdOf = async (person: FarcasterPerson) => {
    const { visitor, attemptId, channel } = await start()
    await answerChannel({ ...channel, person })
    return (await visitor.redeem(attemptId)).json.session.userId
  }
  const { authAddress: _, ...byCustody } = milo
  expect(await userIdOf(byCustody)).toBe(await userIdOf(milo))
  expect(await userIdOf(juno)).not.toBe(await userIdOf(milo))
})

describe('error', () => {
  test('declined', async () => {
    const { visitor, attemptId, channel } = await start()
    const waiting = visitor.redeem(attemptId)
    expect(await declineChannel(channel)).toBe(true)
    expect((await waiting).code).toBe('social_denied')
  })

  test('key removed: refused with the reason in the audit log only', async () => {
    await chain.addKey(keyOf(wren.custody), miloPhone.address)
    await chain.removeKey(keyOf(wren.custody), miloPhone.address)
    const { visitor, attemptId, channel } = await start()
    await answerChannel({ ...channel, person: { ...wren, authAddress: miloPhone } })
    const { status, code, json } = await visitor.redeem(attemptId)
    expect({ status, code }).toEqual({ status: 403, code: 'social_refused' })
    expect(JSON.stringify(json)).not.toContain('notRegistered')
    expect(await reasons()).toContain('notRegistered')
    expect(await visitor.sessions()).toBe(0)
  })

  test('fid of another user', async () => {
    const { visitor, attemptId, channel } = await start()
    await answerChannel({ ...channel, person: { ...wren, fid: juno.fid } })
    expect((await visitor.redeem(attemptId)).code).toBe('social_refused')
    expect(await visitor.sessions()).toBe(0)
  })
})
