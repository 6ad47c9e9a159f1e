import { expect, test } from 'vitest'
import * as index from './index.ts'

test('behavior: the public names are these', () => {
  expect(Object.keys(index).sort()).toMatchInlineSnapshot(`
    [
      "AccountButton",
      "ConnectButton",
      "LatchkeyProvider",
      "Modal",
      "NetworkButton",
      "useAccount",
      "useActivity",
      "useBalances",
      "useConnections",
      "useEmailLogin",
      "useErrorText",
      "useEvents",
      "useLatchkey",
      "useModal",
      "useNetwork",
      "usePairing",
      "useProvider",
      "useSend",
      "useSessions",
      "useSignIn",
      "useSocialLogin",
      "useSwap",
      "useTheme",
      "useTransactions",
      "useWallets",
    ]
  `)
})
