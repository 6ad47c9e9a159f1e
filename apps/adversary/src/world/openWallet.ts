import type { WalletUser } from '@latchkey/protocol'
import { actAsOwner } from './actAsOwner.ts'
import { logIn, type Owner } from './createOwner.ts'
import type { Browser } from './openBrowser.ts'
import type { World } from './startWorld.ts'

/**
 * Unlocks the wallet in a browser as its owner would: a signature request unlocks it if it is locked, and without a login they log in.
 *
 * @returns its address there; null if it must be recovered first
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
  for (let turn = 0; turn < 3; turn += 1) {
    const tab = turn === 0 ? browser.tab() : browser.reload()
    for (let count = 0; count < 5 && tab.frame.card.getState() !== null; count += 1) tab.frame.actions.cancel()
    await tab.ask('rpcAbort')
    const { isConnected } = (await tab.ask('isConnected')) as { isConnected: boolean }
    if (!isConnected) {
      await world.tidy()
      const { user } = await logIn({ world, browser, ...owner })
      if (!('address' in user)) return null
      // A locked wallet stays locked through a login, so its owner must unlock it.
      if (await isOpen(browser)) return user.address
    }
    // If a page has just started another login, there is no account for a moment: the owner reloads it.
    const user = (await tab.ask('getUser').catch(() => null)) as WalletUser | null
    if (user === null) continue
    const { address } = user
    if (await isOpen(browser)) {
      // The owner uses it, so it does not lock.
      tab.frame.touch()
      return address
    }
    const answer = tab.ask('rpc', { method: 'personal_sign', params: ['0x68656c6c6f', address] })
    const end = await actAsOwner({ world, owner, browser, answer })
    if ('value' in end) return address
    if (end.refused === 'wallet_locked') return null
    // An earlier request of the page blocks it: the owner reloads the page after a minute.
    world.clock.advance(61_000)
  }
  return null
}

async function isOpen(browser: Browser): Promise<boolean> {
  try {
    await browser.worker().exportPrivateKey({ namespace: 'eip155' })
    return true
  } catch {
    return false
  }
}
