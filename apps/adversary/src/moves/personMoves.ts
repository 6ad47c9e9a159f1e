import type { Move } from '../attack/Move.ts'
import { askHost, settle } from './hostMoves.ts'
import { callWindow } from './windowMoves.ts'

/** Moves of a person at a browser, other than on the wallet's cards and windows. */
export const personMoves: readonly Move[] = [
  {
    name: 'wait a while',
    weight: 1.5,
    run: async (scene, random) => {
      scene.world.clock.advance(random.pick([10_000, 60_000, 6 * 60_000]))
      // A wait until the wallet locks ends with a locked wallet.
      await settle(scene, () => true)
      return 'ok'
    },
  },
  {
    name: 'load the page again',
    weight: 1.5,
    run: async ({ browser }) => {
      const tab = browser.reload()
      await tab.ask('isConnected')
      return 'ok'
    },
  },
  {
    name: 'send money in the wallet',
    weight: 4,
    run: async (scene) => {
      const from = scene.owner.address
      const sent = await askHost(scene, 'rpc', {
        method: 'eth_sendTransaction',
        params: [{ from, to: '0x00000000000000000000000000000000deadbeef', value: '0x1' }],
      })
      if (sent !== 'pending') return sent
      return callWindow(scene, { page: 'approve', name: 'decide', args: [] })
    },
  },
]

/** The same in a thief's order: first their own recovery factor, then the recovery phrase with it. */
export const personPlans: readonly (readonly string[])[] = [
  ['window createBackupCode', 'window confirmBackupCode', 'window openOffline', 'window exportMnemonic'],
  ['window addPassword', 'window openOffline', 'window exportMnemonic'],
  ['window createBackupCode', 'window confirmBackupCode', 'window openOffline', 'window exportPrivateKey'],
  ['window exportMnemonic'],
  ['send money in the wallet', 'window exportMnemonic'],
  ['send money in the wallet', 'window createBackupCode', 'window confirmBackupCode'],
  ['send money in the wallet'],
  ['wait a while', 'load the page again', 'send money in the wallet'],
  ['host rpc', 'window decide'],
  ['window rotate', 'window removeFactor'],
]
