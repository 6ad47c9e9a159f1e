import type { Factor } from '@latchkey/protocol/wallet'
import { english } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { WindowCalls } from '../../wallet/src/windows/WindowCalls.ts'
import { createOwner, type OwnFactor, recoverOn } from './world/createOwner.ts'
import {
  doAsOwner,
  handOver,
  logInStranded,
  openSecurityWindow,
  removeBrowser,
  startNewWallet,
} from './world/moveOn.ts'
import { type Browser, openBrowser } from './world/openBrowser.ts'
import { openWallet } from './world/openWallet.ts'
import { startWorld, type World } from './world/startWorld.ts'

/** Protection of the wallet. */
const protections = ['nothing', 'passkey', 'backupCode', 'password'] as const
/** State of the first device, as seen from the owner's current one. */
const fates = ['available', 'gone', 'removed', 'cleared'] as const

type Protection = (typeof protections)[number]
type Fate = (typeof fates)[number]

/** The owner's way forward: the same wallet by device transfer or recovery factor, or a new one. */
type Way = 'handed over' | 'by the way back in' | 'started anew'

const wayOf = (protection: Protection, fate: Fate): Way => {
  if (fate === 'available') return 'handed over'
  return protection === 'nothing' ? 'started anew' : 'by the way back in'
}
const cells = protections.flatMap((protection) =>
  fates.map((fate) => ({ protection, fate, way: wayOf(protection, fate) })),
)

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

const start = async (protection: Protection) => {
  await world.tidy()
  const factors: readonly Factor['kind'][] = protection === 'nothing' ? [] : [protection]
  const owner = await createOwner({ world, shape: { login: 'mail', factors, browsers: 1 } })
  const [first] = owner.browsers
  if (!first) throw new Error('The owner has no browser')
  return { owner, first, factor: owner.factors[0] }
}

type Started = Awaited<ReturnType<typeof start>>

/** A second browser that gets the wallet by device transfer, removes the first one, and is lost itself. */
const removeFirst = async ({ owner, first }: Started) => {
  const second = await logInStranded({ world, owner })
  await handOver({ from: first, to: second.window })
  await second.entered()
  await removeBrowser({ world, owner }, { by: second.browser, gone: first })
  second.browser.close()
}

/** The owner's current browser: the first one, removed or cleared, else a new one. */
const nextBrowser = async (fate: Fate, started: Started): Promise<Browser> => {
  const { owner, first } = started
  const { credentials } = owner.holder
  if (fate === 'removed') {
    await removeFirst(started)
    first.reload()
    return first
  }
  if (fate === 'cleared') {
    const [session] = await first.device.store.all('sessions')
    first.clear()
    // Nothing is left of it here, but the server still counts it among the account's devices.
    expect(await first.device.store.all('sessions')).toEqual([])
    expect(session?.deviceId).toEqual(expect.any(String))
    return first
  }
  if (fate === 'gone') first.close()
  return openBrowser({ world, credentials })
}

const recover = async (window: WindowCalls, browser: Browser, factor: OwnFactor) => {
  if (factor.kind === 'passkey') browser.tab().frame.actions.recoverWithPasskey()
  else if (factor.kind === 'backupCode') await window.recoverWithBackupCode({ code: factor.code ?? '' })
  else await window.recoverWithPassword({ password: factor.password ?? '' })
}

test.each(cells)(
  'behavior: second device, protected by $protection, first device $fate: the owner has a wallet, $way',
  async ({ protection, fate, way }) => {
    const started = await start(protection)
    const { owner, first, factor } = started
    const browser = await nextBrowser(fate, started)
    const stranded = await logInStranded({ world, owner, browser })
    expect(stranded.methods).toEqual([...(factor ? [factor.kind] : []), 'oldDevice'])

    if (way === 'handed over') await handOver({ from: first, to: stranded.window })
    if (way === 'by the way back in' && factor) {
      // With a recovery factor it is the only way: no login can leave such a wallet.
      await expect(stranded.window.askNewWallet()).rejects.toMatchObject({ code: 'wallet_protected' })
      await recover(stranded.window, browser, factor)
    }
    const made = way === 'started anew' ? await startNewWallet({ world, owner }, stranded.window) : null
    const address = await stranded.entered()
    if (made === null) {
      expect(address).toBe(owner.address)
      expect((await browser.worker().exportMnemonic({ words: english.join('\n') })).mnemonic).toBe(owner.mnemonic)
      return
    }
    expect(address).toBe(made)
    expect(address).not.toBe(owner.address)
    // The old address is listed, on the card and in the window.
    const security = await openSecurityWindow(browser)
    const { login } = await security.security()
    expect(login).toMatchObject({ leadsHere: true, wallets: [{ address: owner.address }] })
    await browser.tab().card('security', ({ locked }) => locked[0] === owner.address)
    browser.tab().frame.actions.cancel()
    // It survives a reload of the page, and a new login.
    browser.reload()
    expect(await openWallet({ world, owner, browser })).toBe(made)
  },
)

describe('behavior: the first device returns', () => {
  test('behavior: threat 199: it unlocks its own wallet, gets an alert, and returns the login; the new wallet stays where it was made', async () => {
    const started = await start('nothing')
    const { owner, first } = started
    const stranded = await logInStranded({ world, owner })
    const made = await startNewWallet({ world, owner }, stranded.window)

    await first.tab().until(() => first.tab().events.some((one) => one.name === 'alert' && one.code === 'login_moved'))
    expect(await openWallet({ world, owner, browser: first })).toBe(owner.address)
    await first.tab().ask('signOut')
    expect(await openWallet({ world, owner, browser: first })).toBe(owner.address)
    const security = await openSecurityWindow(first)
    const { login } = await security.security()
    expect(login).toMatchObject({ leadsHere: false, wallets: [{ address: made }], takeBack: { until: null } })
    const moveId = login.takeBack?.moveId ?? ''
    await doAsOwner({ world, owner }, security, () => security.takeLoginBack({ moveId }))
    first.tab().frame.actions.cancel()

    expect(await openWallet({ world, owner, browser: stranded.browser })).toBe(made)
    const third = await logInStranded({ world, owner })
    await handOver({ from: first, to: third.window })
    expect(await third.entered()).toBe(owner.address)
  })

  test('behavior: two browsers that start one at once: one wallet, and the other can still get it by device transfer', async () => {
    const { owner, first } = await start('nothing')
    first.close()
    const one = await logInStranded({ world, owner })
    const two = await logInStranded({ world, owner })
    const made = await startNewWallet({ world, owner }, one.window)
    // Its login ended, because it belonged to the wallet that was left.
    await two.browser.tab().until(() => two.browser.tab().events.some(({ name }) => name === 'disconnect'))
    const again = await logInStranded({ world, owner, browser: two.browser })
    await handOver({ from: one.browser, to: again.window })
    expect(await again.entered()).toBe(made)
  })

  test('behavior: a page that is closed between code and answer: the next login makes the wallet', async () => {
    const { owner, first } = await start('nothing')
    first.close()
    const stranded = await logInStranded({ world, owner })
    await stranded.window.askNewWallet()
    const mail = (await world.mailsTo(owner.email)).findLast(({ template }) => template === 'newWalletCode')
    void stranded.window.startNewWallet({ otp: String(mail?.contents.code) }).catch(() => {})
    await stranded.browser.tab().until(() => stranded.browser.requests.includes('/v1/wallet/new/start 200'))
    const browser = stranded.browser
    browser.reload()
    const address = await openWallet({ world, owner, browser })
    expect(address).not.toBeNull()
    expect(address).not.toBe(owner.address)
    expect(await openWallet({ world, owner, browser })).toBe(address)
  })

  test('behavior: a wallet that was started is protected, and recovered on the next device', async () => {
    const { owner, first } = await start('nothing')
    first.close()
    const stranded = await logInStranded({ world, owner })
    const made = await startNewWallet({ world, owner }, stranded.window)
    const window = await openSecurityWindow(stranded.browser)
    const { code } = await window.createBackupCode()
    await window.confirmBackupCode({ code })
    const factor = (await window.security()).factors[0]
    world.clock.advance(61_000)
    await world.tidy()
    const recovered = await recoverOn({ world, owner, factor: { id: factor?.id ?? '', kind: 'backupCode', code } })
    expect(recovered.address).toBe(made)
  })
})
