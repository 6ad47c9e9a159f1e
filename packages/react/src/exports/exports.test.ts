import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import * as index from './index.ts'
import * as testWallet from './testWallet.ts'
import * as vite from './vite.ts'

test('behavior: the package exports these names', () => {
  expect(Object.keys(index).sort()).toMatchInlineSnapshot(`
    [
      "AccountButton",
      "ConnectButton",
      "LatchkeyProvider",
      "Modal",
      "NetworkButton",
      "useAccount",
      "useAccountState",
      "useActivity",
      "useAmountInput",
      "useBalances",
      "useBuy",
      "useCallsStatus",
      "useCapabilities",
      "useConnections",
      "useEmailLogin",
      "useErrorText",
      "useEvents",
      "useGrantPermissions",
      "useIdentity",
      "useLatchkey",
      "useModal",
      "useNames",
      "useNetwork",
      "usePairing",
      "usePermissions",
      "useProvider",
      "useSend",
      "useSendCalls",
      "useSignIn",
      "useSignIns",
      "useSmartAccount",
      "useSocialLogin",
      "useSwap",
      "useTheme",
      "useTransactions",
      "useWallets",
    ]
  `)
  expect(Object.keys(testWallet)).toEqual(['TestWallet'])
  expect(Object.keys(vite).sort()).toEqual(['testWallet', 'testWalletPath'])
})

test('behavior: files that a server component imports for the browser have a client directive', () => {
  const languages = join(import.meta.dirname, '../messages/languages')
  const entries = [
    join(import.meta.dirname, 'index.ts'),
    ...readdirSync(languages).map((file) => join(languages, file)),
  ]
  expect(entries.length).toBeGreaterThan(9)
  for (const entry of entries) expect(readFileSync(entry, 'utf8'), entry).toMatch(/^'use client'\n/)
})
