import type { Move } from '../attack/Move.ts'
import { askHost, settle } from './hostMoves.ts'
import { callWindow } from './windowMoves.ts'

/** What somebody does in front of a browser beside the wallet's own cards and windows. */
export const personMoves: readonly Move[] = [
  {
    name: 'wait a while',
    weight: 1.5,
    run: async (scene, random) => {
      scene.world.clock.advance(random.pick([10_000, 60_000, 6 * 60_000]))
      // Whoever waits until it locks finds it locked.
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

/** The same in the order in which a thief would go about it: a way back of their own first, then the phrase by it. */
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
