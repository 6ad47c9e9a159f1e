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
      "useProvider",
      "useSend",
      "useSendCalls",
      "useSessions",
      "useSignIn",
      "useSmartAccount",
      "useSmartSessions",
      "useSocialLogin",
      "useSwap",
      "useTheme",
      "useTransactions",
      "useWallets",
    ]
  `)
})
