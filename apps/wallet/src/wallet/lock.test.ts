import { bitcoinNetworks, solanaNetworks, type UnsafeRpcMethod, unsafeRpcMethods } from '@latchkey/protocol'
import { encodeCalls } from '@latchkey/smart-account'
import { afterEach, describe, expect, test } from 'vitest'
import type { WindowPage } from '../cards/Card.ts'
import { createTestCalls } from '../testing/createTestCalls.ts'
import type { TestFrame } from '../testing/createTestFrame.ts'
import { createTestPasskeys } from '../testing/createTestPasskeys.ts'
import { createWindowTests } from '../testing/createWindowTests.ts'
import { callsWhenLocked, permittedCalls } from '../windows/WireWindowCalls.ts'

const { setup, connect, openPage, addressOf } = createWindowTests({ afterEach })
const minute = 60_000
const solana = solanaNetworks.localnet
const bitcoin = bitcoinNetworks.regtest
const friend = '0x52908400098527886E0F7030069857D2E4169EE7'

const isLocked = (host: TestFrame) => host.events.some(({ name }) => name === 'locked')
const lock = async ({ clock }: ReturnType<typeof setup>, host: TestFrame) => {
  clock.advance(15 * minute)
  await host.until(() => isLocked(host))
}
const signing = (host: TestFrame, address: string) =>
  host.begin('rpc', { method: 'personal_sign', params: ['0x68656c6c6f', address] })

describe('every way to a signature', () => {
  type Request = { params: unknown; chainId?: string }
  const transaction = { to: friend, value: '0x1', data: '0x' } as const
  const calls = [{ to: friend, value: 1n, data: '0x' }] as const
  const permission = {
    signer: { type: 'key', data: { id: friend } },
    expiry: 1_900_000_000,
    permissions: [],
    policies: [],
  }
  /** A method that is added to the list must be tested here as well. */
  const requests: Record<UnsafeRpcMethod, (address: string) => Request> = {
    eth_sendTransaction: (from) => ({ params: [{ from, ...transaction }] }),
    eth_sendUserOperation: (sender) => ({
      params: [{ sender, callData: encodeCalls(calls) }, '0x4337084D9E255Ff0702461CF8895CE9E3b5Ff108'],
    }),
    eth_signTypedData_v4: (address) => ({
      params: [address, JSON.stringify({ types: { EIP712Domain: [] }, primaryType: 'EIP712Domain', domain: {} })],
    }),
    personal_sign: (address) => ({ params: ['0x00', address] }),
    sendTransfer: (account) => ({
      params: { account, recipientAddress: account, amount: '1000' },
      chainId: bitcoin,
    }),
    signMessage: (account) => ({ params: { account, address: account, message: 'hello' }, chainId: bitcoin }),
    signPsbt: (account) => ({
      params: { account, psbt: btoa('psbt\xff'.padEnd(80, '\0')), signInputs: [{ address: account, index: 0 }] },
      chainId: bitcoin,
    }),
    solana_signAllTransactions: (pubkey) => ({ params: { pubkey, transactions: ['AAAA'] }, chainId: solana }),
    solana_signAndSendTransaction: (pubkey) => ({ params: { pubkey, transaction: 'AAAA' }, chainId: solana }),
    solana_signMessage: (pubkey) => ({ params: { pubkey, message: 'Cn8eVZg' }, chainId: solana }),
    solana_signTransaction: (pubkey) => ({ params: { pubkey, transaction: 'AAAA' }, chainId: solana }),
    wallet_grantPermissions: (address) => ({ params: [{ ...permission, address }] }),
    wallet_revokePermissions: (address) => ({ params: [{ pci: crypto.randomUUID(), address }] }),
    wallet_sendCalls: (from) => ({
      params: [{ version: '2.0.0', from, chainId: '0x1', atomicRequired: true, calls: [transaction] }],
    }),
  }

  test('finding F3: threat 60: every method that signs asks for the step-up before anything else', async () => {
    const world = setup()
    const { server, clock } = world
    server.settings.smartAccounts = [1]
    server.settings.families = [solana, bitcoin]
    const chain = createTestCalls(server)
    server.answerCalls(chain.answer)
    const host = world.open()
    await host.signIn()
    const addresses = new Map<string, string>()
    for (const chainId of [solana, bitcoin]) {
      const user = (await host.ask('getUser', { chainId })) as { address: string }
      addresses.set(chainId, user.address)
    }
    const address = await addressOf(host)
    await lock(world, host)
    for (const method of unsafeRpcMethods) {
      const { chainId } = requests[method](address)
      const own = (chainId !== undefined && addresses.get(chainId)) || address
      const { id, answer } = host.begin('rpc', { ...requests[method](own), method })
      const first = await Promise.race([
        host.card('unlock').then(({ kind }) => kind),
        answer.then(
          () => 'answered',
          (error) => error,
        ),
      ])
      expect(first, method).toBe('unlock')
      // Neither the card below nor a window can approve it.
      host.frame.actions.approve()
      host.begin('rpcAbort', { id })
      await expect(answer, method).rejects.toMatchObject({ failure: { code: 'rpc_aborted' } })
      await host.until(() => host.frame.card.getState() === null)
      clock.advance(20_000)
    }
    expect(chain.sent).toEqual([])
  }, 60_000)
})

describe('every window', () => {
  test('finding F3: threat 60: while the wallet is locked, windows can make only the listed calls', async () => {
    const world = setup()
    const host = world.open()
    await host.signIn()
    await lock(world, host)
    const { length } = world.server.calls
    let refused = 0
    for (const page of ['security', 'export', 'protect'] as const) {
      const window = (await openPage(host, page)) as unknown as Record<string, (options: object) => Promise<unknown>>
      expect(await window.describe?.({})).toMatchObject({ locked: true })
      for (const name of permittedCalls[page]) {
        if (callsWhenLocked.includes(name as never)) continue
        // These combine several calls in the window.
        await expect(window[name]?.({}), `${page} ${name}`).rejects.toMatchObject({ code: 'step_up_required' })
        refused += 1
      }
      host.frame.actions.cancel()
      await host.until(() => host.frame.card.getState() === null)
    }
    expect(refused).toBeGreaterThanOrEqual(30)
    const asked = world.server.calls.slice(length)
    // The security card counts the devices and names the login's other wallets. The remaining calls concern the login and its lock.
    expect(
      asked.filter((path) => !/^\/v1\/(auth\/(session|token)\/|devices$|wallet$|wallet\/new$|health$)/.test(path)),
    ).toEqual([])
  })

  test('behavior: a window asks for a code, and then continues with its purpose', async () => {
    const world = setup()
    const host = world.open()
    await host.signIn()
    await lock(world, host)
    const window = await openPage(host, 'export')
    await expect(window.exportMnemonic()).rejects.toMatchObject({ code: 'step_up_required' })
    await window.startStepUp()
    await window.stepUp({ by: 'code', otp: '123456' })
    expect((await window.exportMnemonic()).mnemonic.split(' ').length).toBe(12)
  })

  test('finding F3: threat 159: if the engine cannot prove that the card is visible, a wallet window asks', async () => {
    const world = setup()
    const host = world.open({ canProve: false })
    await host.signIn()
    const address = await addressOf(host)
    await lock(world, host)
    const { answer } = signing(host, address)
    expect(await host.card('unlock')).toMatchObject({ place: 'window' })
    host.frame.actions.unlock()
    host.frame.actions.openWindow('export')
    expect(host.windows).toEqual([])
    const window = await openPage(host, 'unlock')
    expect(host.frame.card.getState()).toMatchObject({ kind: 'unlock', busy: false })
    await expect(window.unlock()).rejects.toMatchObject({ code: 'step_up_required' })
    await expect(window.exportMnemonic()).rejects.toMatchObject({ code: 'frame_request_invalid' })
    await window.startStepUp()
    await window.stepUp({ by: 'code', otp: '123456' })
    await window.unlock()
    await host.card('approve', ({ state }) => state === 'ready')
    host.frame.actions.openWindow('approve')
    const approval = await connect(host, 'approve' as WindowPage)
    await approval?.decide({ id: (await host.card('approve')).id, approved: true })
    expect(await answer).toMatch(/^0x/)
  })
})

describe('tabs and pages', () => {
  test('finding F3: threat 155: a reloaded page stays locked, and one that loads hours later is locked', async () => {
    const world = setup()
    const { server, clock } = world
    const host = world.open()
    await host.signIn()
    const address = await addressOf(host)
    await lock(world, host)
    host.stop()
    const again = world.open()
    expect(await addressOf(again)).toBe(address)
    const first = signing(again, address)
    await again.card('unlock')
    again.begin('rpcAbort', { id: first.id })
    again.stop()
    // Unlocked, and closed in use: no page ran that could lock it.
    const third = world.open()
    const second = signing(third, await addressOf(third))
    await third.unlock()
    await third.card('approve', ({ state }) => state === 'ready')
    third.frame.actions.approve()
    expect(await second.answer).toMatch(/^0x/)
    third.stop()
    clock.advance(3 * 60 * minute)
    const { length } = server.calls
    const later = world.open()
    expect(await addressOf(later)).toBe(address)
    signing(later, address)
    await later.card('unlock')
    expect(server.calls.slice(length).filter((path) => path.includes('step-up'))).toEqual([])
  })

  test('finding F3: threat 155: all tabs lock together, use in one counts for all, and one step-up unlocks all', async () => {
    const world = setup()
    const { clock } = world
    const one = world.open()
    await one.signIn()
    const two = world.open()
    const address = await addressOf(two)
    for (let round = 0; round < 4; round++) {
      clock.advance(10 * minute)
      one.frame.touch()
      await one.until(() => world.server.state.sessions.at(-1)?.activeAt === clock.now())
    }
    expect([isLocked(one), isLocked(two)]).toEqual([false, false])
    // The first is frozen in the background for so long that it locks when it returns.
    one.setHidden(true)
    clock.advance(6 * minute)
    one.setHidden(false)
    await two.until(() => isLocked(one) && isLocked(two))
    const blocked = signing(two, address)
    await two.unlock()
    await two.card('approve', ({ state }) => state === 'ready')
    two.frame.actions.approve()
    expect(await blocked.answer).toMatch(/^0x/)
    const { answer } = signing(one, address)
    await one.card('approve', ({ state }) => state === 'ready')
    one.frame.actions.approve()
    expect(await answer).toMatch(/^0x/)
  })

  test('finding F3: threat 155: a lock that the server does not know survives a reload, and is reported first', async () => {
    const world = setup()
    const { server, clock } = world
    const host = world.open()
    await host.signIn()
    const address = await addressOf(host)
    server.failPost('/v1/auth/session/lock', 'before')
    // Hidden for six minutes: the server would release the share for nine more.
    host.setHidden(true)
    clock.advance(6 * minute)
    host.setHidden(false)
    await host.until(() => isLocked(host))
    await host.until(() => server.calls.includes('/v1/auth/session/lock'))
    host.stop()
    const again = world.open()
    expect(await addressOf(again)).toBe(address)
    signing(again, address)
    await again.card('unlock')
    expect(server.state.sessions.at(-1)?.lockedAt).not.toBe(null)
  })

  test.each([
    ['the tab that locks', 0],
    ['another tab', 1],
  ])('finding F3: threat 155: a request at the moment of the lock unlocks nothing in %s', async (_name, index) => {
    const world = setup()
    const { server, clock } = world
    // As on a network: each request takes time, and the access token ends before the lock is due.
    const fetch: typeof server.fetch = async (...request) => {
      await new Promise((resolve) => setTimeout(resolve, 10))
      return server.fetch(...request)
    }
    const first = world.open({ server: { fetch, calls: server.calls } })
    await first.signIn()
    const address = await addressOf(first)
    const tabs = [first, world.open({ server: { fetch, calls: server.calls } })]
    await addressOf(tabs[1] as TestFrame)
    // A site's page reacts to the lock with a request at once.
    const asking = tabs[index] as TestFrame
    clock.advance(15 * minute - 1)
    const before = asking.events.length
    clock.advance(1)
    // Another call renews the token at this moment, and the lock must wait for it.
    asking.begin('openSecurity')
    await asking.until(() => asking.events.slice(before).some(({ name }) => name === 'locked'))
    signing(asking, address)
    const shown = () => asking.frame.card.getState()
    await asking.until(() => shown()?.kind === 'unlock' || JSON.stringify(shown()).includes('"ready"'))
    expect(shown()).toMatchObject({ kind: 'unlock' })
  })

  test('behavior: a reload does not count as use: the time continues', async () => {
    const world = setup()
    const { server, clock } = world
    const host = world.open()
    await host.signIn()
    for (let round = 0; round < 3; round++) {
      clock.advance(4 * minute)
      world.open()
      await host.until(() => server.calls.filter((path) => path === '/v1/wallet').length > round + 1)
    }
    clock.advance(4 * minute)
    const later = world.open()
    await later.until(() => isLocked(later))
  })

  test('behavior: with the lock off nothing locks, and use is not reported', async () => {
    const world = setup()
    const { server, clock } = world
    server.settings.autoLock = 'off'
    const host = world.open()
    await host.signIn()
    const address = await addressOf(host)
    clock.advance(24 * 60 * minute)
    host.frame.touch()
    const { answer } = signing(host, address)
    await host.card('approve', ({ state }) => state === 'ready')
    host.frame.actions.approve()
    expect(await answer).toMatch(/^0x/)
    expect(server.calls.filter((path) => path.startsWith('/v1/auth/session/use'))).toEqual([])
  })
})

describe('the share on the disk', () => {
  /** A locked wallet with a passkey that was created on this device. */
  const withPasskey = async (prf: 'create' | 'get' = 'create') => {
    const passkeys = createTestPasskeys({ prf })
    const world = setup({ credentials: passkeys.credentials })
    const host = world.open()
    await host.signIn()
    const address = await addressOf(host)
    const security = await openPage(host, 'security', passkeys.credentials)
    await security.addPasskey({ label: 'Laptop' })
    host.frame.actions.cancel()
    await host.until(() => host.frame.card.getState() === null)
    const record = async () => {
      const [found] = await world.device.store.all('wallets')
      if (!found?.current) throw new Error('There is no record')
      return { ...found, current: found.current }
    }
    return { ...world, world, host, address, passkeys, record }
  }
  const isSealed = ({ current }: Awaited<ReturnType<Awaited<ReturnType<typeof withPasskey>>['record']>>) =>
    current.box === null && current.lockedBox?.length === 1
  const untilSealed = async (record: Awaited<ReturnType<typeof withPasskey>>['record']) => {
    for (let round = 0; round < 500; round++) {
      if (isSealed(await record())) return
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
    throw new Error('It was never sealed')
  }
  const unlockByPasskey = async (host: TestFrame) => {
    await host.card('unlock', ({ busy }) => !busy)
    host.frame.actions.unlock()
    await host.until(() => host.frame.card.getState()?.kind !== 'unlock')
  }

  test('finding F3: threat 59: a locked wallet’s share opens with the passkey only, in one tap', async () => {
    const { world, host, address, passkeys, record, open } = await withPasskey()
    expect((await record()).current.box).not.toBe(null)
    await lock(world, host)
    await untilSealed(record)
    host.stop()
    const again = open()
    const { answer } = signing(again, address)
    const asked = passkeys.asked.length
    await unlockByPasskey(again)
    await again.card('approve', ({ state }) => state === 'ready')
    expect(passkeys.asked.length).toBe(asked + 1)
    again.frame.actions.approve()
    expect(await answer).toMatch(/^0x/)
    // In use it is plain again: a reload within the time asks for nothing.
    expect((await record()).current.box).not.toBe(null)
    again.stop()
    const reloaded = open()
    const next = signing(reloaded, address)
    await reloaded.card('approve', ({ state }) => state === 'ready')
    reloaded.frame.actions.approve()
    expect(await next.answer).toMatch(/^0x/)
  })

  test('finding F3: threat 158: a fresh login on the device does not open it without the passkey', async () => {
    const { world, host, address, record, open, clock } = await withPasskey()
    await lock(world, host)
    await untilSealed(record)
    await host.ask('signOut')
    host.stop()
    clock.advance(minute)
    const thief = open()
    await thief.signIn()
    expect(isSealed(await record())).toBe(true)
    signing(thief, address)
    await thief.card('unlock')
  })

  test('finding F3: threat 158: cut off before and after the write, the share is neither lost nor left plain', async () => {
    const { world, host, address, record, device, open } = await withPasskey()
    const { put } = device.store
    // Cut before it: the plain box is still there, and the next page seals it.
    let cut: 'before' | 'after' | null = 'before'
    device.store.put = async (area, key, value) => {
      const isSealing = area === 'wallets' && (value as { current: { box: unknown } }).current.box === null
      if (isSealing && cut === 'before') throw new DOMException('gone', 'AbortError')
      await put(area, key, value)
      if (isSealing && cut === 'after') throw new DOMException('gone', 'AbortError')
    }
    await lock(world, host)
    await host.until(() => world.server.state.sessions.at(-1)?.lockedAt !== null)
    host.stop()
    expect((await record()).current.box).not.toBe(null)
    // Cut after it.
    cut = 'after'
    const second = open()
    expect(await addressOf(second)).toBe(address)
    await untilSealed(record)
    second.stop()
    cut = null
    const third = open()
    const { answer } = signing(third, address)
    await unlockByPasskey(third)
    await third.card('approve', ({ state }) => state === 'ready')
    third.frame.actions.approve()
    expect(await answer).toMatch(/^0x/)
  })

  test('behavior: the plain box does not return when the write after the step-up is cut off', async () => {
    const { world, host, address, record, device, open } = await withPasskey()
    await lock(world, host)
    await untilSealed(record)
    const { put } = device.store
    device.store.put = async (area, key, value) => {
      if (area === 'wallets') throw new DOMException('gone', 'AbortError')
      await put(area, key, value)
    }
    const { answer } = signing(host, address)
    await unlockByPasskey(host)
    await host.card('approve', ({ state }) => state === 'ready')
    host.frame.actions.approve()
    expect(await answer).toMatch(/^0x/)
    host.stop()
    device.store.put = put
    expect(isSealed(await record())).toBe(true)
    const again = open()
    const next = signing(again, address)
    await again.card('unlock')
    again.begin('rpcAbort', { id: next.id })
  })

  test('behavior: a passkey that was never used here seals nothing, and a code unlocks as usual', async () => {
    const world = setup()
    const host = world.open()
    await host.signIn()
    await lock(world, host)
    const [record] = await world.device.store.all('wallets')
    expect(record?.current?.box).not.toBe(null)
  })
})
