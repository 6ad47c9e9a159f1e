import { toAccountId } from '@latchkey/protocol'
import { privateKeyToAccount } from 'viem/accounts'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { createSiwxServer } from '../testing/createSiwxServer.ts'
import { createTestEnvironment, settle } from '../testing/createTestEnvironment.ts'
import { createServerSiwx } from './createServerSiwx.ts'
import { answerTimeouts, createServerSiwxClient, secondTry } from './createServerSiwxClient.ts'
import { lookInterval } from './createSiwxNews.ts'
import type { ServerSiwxParameters } from './ServerSiwx.ts'
import type { SiwxMessage } from './Siwx.ts'

const key = privateKeyToAccount(`0x${'5c'.repeat(32)}`)
const accountAddress = key.address
const chainId = 'eip155:31337' as const
const other = 'eip155:31338' as const
const of = { chainId, address: accountAddress } as const
const apiUrl = 'https://api.test'
const site = { domain: 'site.test', uri: 'https://site.test', statement: 'Sign in to Brass' }
let projects = 0

beforeAll(() => import('./createServerSiwxClient.ts'))

function setUp(options: Partial<ServerSiwxParameters> = {}) {
  const server = createSiwxServer()
  // The tabs of other tests must not share this project.
  const projectId = String(++projects).padStart(32, '0')
  const open = () => {
    const environment = createTestEnvironment({ fetch: server.fetch })
    const siwx = createServerSiwxClient({ apiUrl, projectId, environment, ...site, ...options })
    onTestFinished(siwx.destroy)
    return { siwx, environment }
  }
  return { server, open, ...open() }
}

const sign = async (message: SiwxMessage) => {
  const { toString: write, ...data } = message
  return { data, message: write(), signature: await key.signMessage({ message: write() }) }
}
type Client = ReturnType<typeof createServerSiwxClient>
const signIn = async (siwx: Client, on: typeof chainId | typeof other = chainId) => {
  const session = await sign(await siwx.createMessage({ accountAddress, chainId: on }))
  await siwx.addSession(session)
  return session
}

describe('signing in', () => {
  test('default', async () => {
    const { siwx, server, environment } = setUp()
    const message = await siwx.createMessage({ accountAddress: accountAddress.toLowerCase(), chainId })
    // Nonce and time come from the server, because the device's clock may be wrong.
    expect(message).toMatchObject({
      nonce: 'nonce00000001',
      issuedAt: '2026-11-20T00:00:00.000Z',
      accountAddress,
      ...site,
    })
    const session = await sign(message)
    await siwx.addSession(session)
    expect(server.bodies).toStrictEqual([
      { message: session.message, signature: session.signature, address: toAccountId(of) },
    ])
    expect(await siwx.getSessions({ chainId, address: accountAddress.toLowerCase() })).toStrictEqual([session])
    expect(server.credentials).toStrictEqual(new Set(['include']))
    for (const { url } of environment.requests) expect(url).toContain('projectId=0')
    // URLs contain neither the signature nor the message.
    expect(environment.requests.map(({ url }) => url).join()).not.toMatch(/0x|nonce0/)

    await siwx.revokeSession(of)
    expect(await siwx.getSessions(of)).toStrictEqual([])
    expect(server.bodies.at(-1)).toStrictEqual({ chainId, address: accountAddress })
  })

  test('behavior: one click has the nonce and the time of the server, and no address', async () => {
    const { siwx } = setUp()
    expect(await siwx.createOneClick({ chainIds: [chainId] })).toStrictEqual({
      ...{ ...site, version: '1', nonce: 'nonce00000001', issuedAt: '2026-11-20T00:00:00.000Z' },
    })
  })

  test('behavior: the options of the app are passed on, and nothing is loaded or requested before the first use', async () => {
    const { server } = setUp()
    const siwx = createServerSiwx({ apiUrl, projectId: '0', ...site, fetch: server.fetch as typeof fetch })
    expect([siwx.getRequired(), siwx.asksOnConnect(), siwx.signOutOnDisconnect]).toStrictEqual([false, true, true])
    expect(server.asked).toStrictEqual([])
    expect(await siwx.getSessions(of)).toStrictEqual([])
    expect(server.asked).toStrictEqual(['GET sessions'])
    const strict = createServerSiwx({ apiUrl, projectId: '0', required: true, asksOnConnect: false })
    expect([strict.getRequired(), strict.asksOnConnect()]).toStrictEqual([true, false])
  })
})

describe('the scope of a sign-in', () => {
  test('behavior: its network, or all of its family', async () => {
    const { siwx, server, open } = setUp()
    await signIn(siwx)
    expect(await siwx.getSessions({ ...of, chainId: other })).toStrictEqual([])
    const wide = createServerSiwxClient({ apiUrl, projectId: '0', scope: 'account', environment: open().environment })
    expect(await wide.getSessions({ ...of, chainId: other })).toHaveLength(1)
    expect(await wide.getSessions({ ...of, chainId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' })).toStrictEqual([])
    // The same contract address is a separate account on each network.
    server.accounts = server.accounts.map((account) => ({ ...account, proof: 'contract' }))
    expect(await wide.getSessions({ ...of, chainId: other })).toStrictEqual([])
    expect(await wide.getSessions(of)).toHaveLength(1)
    // A sign-in for all networks also ends on all.
    await wide.revokeSession({ ...of, chainId: other })
    expect(server.accounts).toStrictEqual([])
  })

  test('behavior: signing out all accounts, and all except some', async () => {
    const { siwx, server } = setUp()
    const kept = await signIn(siwx)
    await signIn(siwx, other)
    await siwx.setSessions([kept])
    expect(server.accounts).toMatchObject([{ chainId }])
    await siwx.setSessions([])
    expect([server.accounts, server.bodies.at(-1)]).toStrictEqual([[], {}])
  })

  test('error: threat 137: a sign-in with a message of another account is ignored', async () => {
    const { siwx, server } = setUp()
    await signIn(siwx)
    const [account] = server.accounts
    if (!account) throw new Error('Nobody is signed in')
    const stranger = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
    server.accounts = [
      { ...account, address: stranger },
      { ...account, chainId: other },
      { ...account, message: `${account.message}!` },
    ]
    for (const asked of [{ chainId, address: stranger }, { ...of, chainId: other }, of])
      expect(await siwx.getSessions(asked)).toStrictEqual([])
  })
})

describe('the server', () => {
  test('error: refusals keep their code; a network failure is distinguished from them', async () => {
    const { siwx, server } = setUp()
    const session = await sign(await siwx.createMessage({ accountAddress, chainId }))
    server.next = [{ code: 'siwx_cookie_missing', status: 401 }]
    await expect(siwx.addSession(session)).rejects.toMatchObject({ code: 'siwx_cookie_missing' })
    // A refusal is final and leads to no further request.
    expect(server.asked).toStrictEqual(['GET nonce', 'POST verify'])
    server.next = ['unheard']
    await expect(siwx.createMessage({ accountAddress, chainId })).rejects.toMatchObject({
      code: 'network_request_failed',
    })
  })

  test('behavior: threat 134: after a lost answer, the sign-in is looked up and not signed again', async () => {
    for (const fate of ['unanswered', 'broken'] as const) {
      const { siwx, server } = setUp()
      const session = await sign(await siwx.createMessage({ accountAddress, chainId }))
      server.next = [fate]
      await siwx.addSession(session)
      expect(server.asked).toStrictEqual(['GET nonce', 'POST verify', 'GET sessions'])
    }
  })

  test('behavior: a sign-in that never arrived is sent once more', async () => {
    const { siwx, server } = setUp()
    const session = await sign(await siwx.createMessage({ accountAddress, chainId }))
    server.next = ['unheard']
    await siwx.addSession(session)
    expect(server.asked).toStrictEqual(['GET nonce', 'POST verify', 'GET sessions', 'POST verify'])
    expect(server.accounts).toHaveLength(1)
  })

  test('error: a refusal of the second attempt is reported as such, not as a network failure', async () => {
    const { siwx, server } = setUp()
    const session = await sign(await siwx.createMessage({ accountAddress, chainId }))
    server.next = ['unheard', undefined, { code: 'siwx_nonce_used', status: 401 }]
    await expect(siwx.addSession(session)).rejects.toMatchObject({ code: 'siwx_nonce_used' })
  })

  test('behavior: a restart of the server does not sign out', async () => {
    const { siwx, server, environment } = setUp()
    await signIn(siwx)
    server.next = ['unheard']
    const sessions = siwx.getSessions(of)
    await environment.idle()
    await environment.advance(secondTry)
    expect(await sessions).toHaveLength(1)
  })

  test('error: an unreachable server is reported as such for every request', async () => {
    const { siwx, server, environment } = setUp()
    const session = await sign(await siwx.createMessage({ accountAddress, chainId }))
    server.always = 'unheard'
    const failure = { code: 'network_request_failed' }
    await expect(siwx.addSession(session)).rejects.toMatchObject(failure)
    // There is no retry loop.
    expect(server.asked).toStrictEqual(['GET nonce', 'POST verify', 'GET sessions'])
    const asking = expect(siwx.getSessions(of)).rejects.toMatchObject(failure)
    await environment.idle()
    await environment.advance(secondTry)
    await asking
    expect(server.asked.slice(3)).toStrictEqual(['GET sessions', 'GET sessions'])
    server.always = undefined
    // The failure has no lasting effect.
    expect(await siwx.getSessions(of)).toStrictEqual([])
  })

  test('error: gives up on a server that does not answer', async () => {
    const { siwx, server, environment } = setUp()
    server.always = 'silent'
    const asking = expect(siwx.getSessions(of)).rejects.toMatchObject({ code: 'network_request_failed' })
    await environment.advance(2 * answerTimeouts.any + secondTry)
    await asking
    expect(environment.timers()).toBe(0)
  })

  test('behavior: simultaneous reads share one request, and none misses a later change', async () => {
    const { siwx, server } = setUp()
    await Promise.all([siwx.getSessions(of), siwx.getSessions({ ...of, chainId: other })])
    expect(server.asked).toStrictEqual(['GET sessions'])
    const session = await sign(await siwx.createMessage({ accountAddress, chainId }))
    const early = siwx.getSessions(of)
    await siwx.addSession(session)
    expect(await siwx.getSessions(of)).toHaveLength(1)
    await early
  })
})

describe('elsewhere', () => {
  test('behavior: other tabs are notified of a change, the tab that made it is not', async () => {
    const { siwx: one, open } = setUp()
    const { siwx: two } = open()
    const heard: string[] = []
    const heardNext = (siwx: Client, name: string) =>
      new Promise<void>((resolve) => {
        siwx.subscribe(() => {
          heard.push(name)
          resolve()
        })
      })
    const [, byTwo] = [heardNext(one, 'one'), heardNext(two, 'two')]
    await signIn(one)
    await byTwo
    expect(heard).toStrictEqual(['two'])
    expect(await two.getSessions(of)).toHaveLength(1)
  })

  test('behavior: a return to the page after a minute asks the server, and reports only changes', async () => {
    const { siwx, server, environment } = setUp()
    let calls = 0
    const stop = siwx.subscribe(() => calls++)
    await signIn(siwx)
    await siwx.getSessions(of)
    const asked = () => server.asked.filter((question) => question === 'GET sessions').length
    const comeBack = async (after: number) => {
      environment.setVisible(false)
      await environment.advance(after)
      environment.setVisible(true)
      await environment.idle()
    }
    await comeBack(lookInterval - 1)
    expect([asked(), calls]).toStrictEqual([1, 0])
    await comeBack(1)
    expect([asked(), calls]).toStrictEqual([2, 0])
    // The sign-in ended in another browser.
    server.accounts = []
    await comeBack(lookInterval)
    expect([asked(), calls]).toStrictEqual([3, 1])
    // An unreachable server proves no change.
    server.always = 'unheard'
    await comeBack(lookInterval)
    expect([asked(), calls]).toStrictEqual([4, 1])
    server.always = undefined
    await signIn(siwx)
    await comeBack(lookInterval)
    expect([asked(), calls]).toStrictEqual([5, 1])
    stop()
    await comeBack(lookInterval)
    expect(asked()).toBe(5)
  })

  test('behavior: the server is asked when a sign-in expires, and again while it disagrees or is unreachable', async () => {
    const { siwx, server, environment } = setUp()
    let calls = 0
    const stop = siwx.subscribe(() => calls++)
    await signIn(siwx)
    const asked = () => server.asked.filter((question) => question === 'GET sessions').length
    const wait = async (milliseconds: number) => {
      await environment.advance(milliseconds)
      await environment.idle()
      return [asked(), calls]
    }
    const end = Date.parse(server.accounts[0]?.expiresAt ?? '')
    expect(await wait(end - environment.now() - 1)).toStrictEqual([0, 0])
    // The device's clock is ahead of the server's.
    expect(await wait(1)).toStrictEqual([1, 0])
    server.always = 'unheard'
    expect(await wait(lookInterval)).toStrictEqual([2, 0])
    server.always = undefined
    server.accounts = []
    expect(await wait(lookInterval - 1)).toStrictEqual([2, 0])
    expect(await wait(1)).toStrictEqual([3, 1])
    expect(await wait(lookInterval)).toStrictEqual([3, 1])
    expect(environment.timers()).toBe(0)
    await signIn(siwx)
    expect(environment.timers()).toBe(1)
    stop()
    expect(environment.timers()).toBe(0)
  })

  test('behavior: networks of one sign-out are not ended one by one; a later sign-in is ended separately', async () => {
    const { siwx, server } = setUp({ scope: 'account' })
    const asked = () => server.asked.filter((question) => question === 'POST revoke').length
    const leave = async () => {
      for (const on of [chainId, other]) await siwx.revokeSession({ chainId: on, address: accountAddress })
      return [asked(), server.accounts]
    }
    await signIn(siwx)
    server.next.push({ code: 'internal', status: 500 })
    await expect(siwx.revokeSession(of)).rejects.toMatchObject({ code: 'internal' })
    expect(await leave()).toStrictEqual([2, []])
    await signIn(siwx, other)
    expect(await leave()).toStrictEqual([3, []])
  })

  test('behavior: tokens for backends, and the other browsers', async () => {
    const { siwx, server } = setUp()
    await expect(siwx.createToken()).rejects.toMatchObject({ code: 'siwx_session_required' })
    await signIn(siwx)
    expect(await siwx.createToken({ audience: 'https://shop.test' })).toMatchObject({
      token: 'a.b.c',
      tokenType: 'Bearer',
    })
    expect(server.bodies.at(-1)).toStrictEqual({ audience: 'https://shop.test' })
    expect(await siwx.listDevices()).toMatchObject([{ id: 'one', current: true, accounts: [{ chainId }] }])
    await siwx.revokeDevice({ id: 'one' })
    expect(server.bodies.at(-1)).toStrictEqual({ id: 'one' })
    await settle()
  })
})
