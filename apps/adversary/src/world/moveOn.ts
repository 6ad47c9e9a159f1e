import type { WalletUser } from '@latchkey/protocol'
import type { WindowCalls } from '../../../wallet/src/windows/WindowCalls.ts'
import { logIn, type Owner } from './createOwner.ts'
import { type Browser, openBrowser } from './openBrowser.ts'
import type { World } from './startWorld.ts'

/** An owner and the world of their browsers. */
type Place = { world: World; owner: Pick<Owner, 'email' | 'person' | 'holder'> }

/** Opens the security window of a browser with an unlocked wallet. */
export async function openSecurityWindow(browser: Browser): Promise<WindowCalls> {
  const tab = browser.tab()
  tab.begin('openSecurity')
  await tab.card('security')
  tab.frame.actions.openWindow('security')
  return connected(await browser.connect('security'))
}

/** Runs an action, and gives the owner's step-up if the server requires it: with the passkey, or the mailed code. */
export async function doAsOwner<T>(place: Place, window: WindowCalls, action: () => Promise<T>): Promise<T> {
  try {
    return await action()
  } catch (error) {
    if (codeOf(error) !== 'step_up_required') throw error
    place.world.clock.advance(31_000)
    await confirm(place, window)
    return action()
  }
}

async function confirm({ world, owner }: Place, window: WindowCalls): Promise<void> {
  const start = await window.startStepUp().catch((error: unknown) => {
    if (codeOf(error) !== 'step_up_required') throw error
    return null
  })
  if (start === null) {
    await window.stepUp({ by: 'passkey' })
    return
  }
  if (start.method !== 'code') throw new Error('The owner confirms by code or passkey')
  const mail = (await world.mailsTo(owner.email)).findLast(({ template }) => template === 'stepUpCode')
  await window.stepUp({ by: 'code', otp: String(mail?.contents.code) })
}

/** A login on a browser that cannot unlock the wallet, up to the card that asks how to recover it. */
export async function logInStranded({
  world,
  owner,
  browser = openBrowser({ world, credentials: owner.holder.credentials }),
}: Place & { browser?: Browser }) {
  world.clock.advance(61_000)
  await world.tidy()
  const { user, again } = await logIn({ world, browser, ...owner })
  if ('address' in user) throw new Error('This browser opens the wallet')
  // Reading the card takes time: the next email requires half a minute after the one of the login.
  world.clock.advance(31_000)
  const entered = again()
  entered.catch(() => {})
  const card = await browser.tab().card('recover')
  browser.tab().frame.actions.openWindow('recover')
  const window = connected(await browser.connect('recover'))
  return { browser, window, methods: card.methods, entered: async () => ((await entered) as WalletUser).address }
}

/** Transfers the wallet from a browser where it is unlocked to one that just logged in. */
export async function handOver({ from, to }: { from: Browser; to: WindowCalls }): Promise<void> {
  const old = await openSecurityWindow(from)
  const { code } = await old.startHandover()
  const { matchNumber, done } = await to.recoverWithOldDevice({ code })
  const asked = await old.waitForHandover()
  if (asked.matchNumber !== matchNumber) throw new Error('The two screens show different numbers')
  await old.approveHandover()
  await done
  from.tab().frame.actions.cancel()
}

/** Starts a new wallet with the mailed code, like an owner without a device. */
export async function startNewWallet({ world, owner }: Place, window: WindowCalls): Promise<string> {
  await window.askNewWallet()
  const mail = (await world.mailsTo(owner.email)).findLast(({ template }) => template === 'newWalletCode')
  return (await window.startNewWallet({ otp: String(mail?.contents.code) })).address
}

/** Removes another browser of the owner. */
export async function removeBrowser(place: Place, { by, gone }: { by: Browser; gone: Browser }): Promise<void> {
  const window = await openSecurityWindow(by)
  const [session] = await gone.device.store.all('sessions')
  await doAsOwner(place, window, () => window.revokeDevice({ deviceId: session?.deviceId ?? '' }))
  by.tab().frame.actions.cancel()
}

function codeOf(error: unknown): string | undefined {
  return (error as { code?: string }).code
}

function connected(window: WindowCalls | null): WindowCalls {
  if (window === null) throw new Error('A window was not answered')
  return window
}
