import type { WalletUser } from '@latchkey/protocol'
import { actAsOwner } from './actAsOwner.ts'
import { logIn, type Owner } from './createOwner.ts'
import type { Browser } from './openBrowser.ts'
import type { World } from './startWorld.ts'

/**
 * Opens the wallet in a browser of its owner, as they do it themselves: a signature opens it where it is locked, and without a session they log in.
 *
 * @returns the address that it has there; null where it must be recovered first
 */
export async function openWallet({
  world,
  owner,
  browser,
}: {
  world: World
  owner: Pick<Owner, 'email' | 'person'>
  browser: Browser
}): Promise<string | null> {
  const tab = browser.tab()
  for (let turn = 0; turn < 5 && tab.frame.card.getState() !== null; turn += 1) tab.frame.actions.cancel()
  await tab.ask('rpcAbort')
  const { isConnected } = (await tab.ask('isConnected')) as { isConnected: boolean }
  if (!isConnected) {
    await world.tidy()
    const { user } = await logIn({ world, browser, ...owner })
    return 'address' in user ? user.address : null
  }
  const { address } = (await tab.ask('getUser')) as WalletUser
  if (await isOpen(browser)) return address
  for (let turn = 0; turn < 3; turn += 1) {
    const answer = tab.ask('rpc', { method: 'personal_sign', params: ['0x68656c6c6f', address] })
    const end = await actAsOwner({ world, owner, browser, answer })
    if ('value' in end) return address
    if (end.refused !== 'rate_limited') throw new Error(`The owner cannot open the wallet: ${end.refused}`)
    // A page asked too often: after a minute it may again.
    world.clock.advance(61_000)
  }
  throw new Error('The owner cannot open the wallet: the page asks too often')
}

async function isOpen(browser: Browser): Promise<boolean> {
  try {
    await browser.worker().exportPrivateKey({ namespace: 'eip155' })
    return true
  } catch {
    return false
  }
}
