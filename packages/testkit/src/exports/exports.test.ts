import { expect, test } from 'vitest'
import * as index from './index.ts'
import * as poisoning from './poisoning.ts'
import * as smartWallet from './smartWallet.ts'
import * as vite from './vite.ts'

test('behavior: the list of public names', () => {
  expect(Object.keys(index).sort()).toMatchInlineSnapshot(`
    [
      "ProviderRpcError",
      "announceStandardWallet",
      "announceVirtualWallet",
      "createPairedWallet",
      "createPsbt",
      "createVirtualBitcoinWallet",
      "createVirtualMultiWallet",
      "createVirtualSolanaWallet",
      "createVirtualWallet",
      "decodePsbt",
      "describePairedRequest",
      "hashForSegwit",
      "hashForTaproot",
      "installBitcoinProvider",
      "messageTransaction",
    ]
  `)
  expect(Object.keys(poisoning).sort()).toMatchInlineSnapshot(`
    [
      "createPoisoningCorpus",
      "measureCorpus",
    ]
  `)
  expect(Object.keys(smartWallet).sort()).toMatchInlineSnapshot(`
    [
      "installSmartWalletPage",
      "smartWalletPage",
    ]
  `)
  expect(Object.keys(vite).sort()).toMatchInlineSnapshot(`
    [
      "sandboxWallet",
    ]
  `)
})
